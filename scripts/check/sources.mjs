import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { journeyFaults } from './journeys.mjs';
import { logCallsWithoutCode } from './log-codes.mjs';
import { tablesIn, untypedNames } from './sql-columns.mjs';

const journeys = await sourcesIn('quality/e2e/journeys', /\.test\.ts$/);
const server = await sourcesIn('apps/server/src', /(?<!\.test)\.tsx?$/);
const statements = server.filter(({ path }) => path.endsWith('.ts'));
const tables = statements
  .filter(({ path }) => /-tables?\.ts$/.test(path))
  .flatMap(({ path, text }) => tablesIn(text).map((table) => ({ ...table, owner: ownerOf(path) })));

report(journeys, ({ text }) => journeyFaults(text));
report(server, ({ text }) =>
  logCallsWithoutCode(text).map((line) => ({
    line,
    problem: "logs without a code such as 'job_failed'",
  })),
);
report(statements, ({ path, text }) => {
  const isOwn = ({ owner }) => owner === ownerOf(path);
  const own = tables.filter(isOwn);
  const others = tables.filter((table) => !isOwn(table));
  return untypedNames(path, text, { own, others });
});
console.log(
  `${journeys.length} files of journeys, ${server.length} sources of the server, ${tables.length} tables`,
);
if ([journeys, server, tables].some(({ length }) => length === 0)) process.exitCode = 1;

async function sourcesIn(folder, wanted) {
  const files = (await filesIn(inProject(folder))).filter((file) => wanted.test(file));
  return Promise.all(
    files.map(async (file) => ({
      path: relative(root, file).replaceAll('\\', '/'),
      text: await readFile(file, 'utf8'),
    })),
  );
}

function report(sources, faultsIn) {
  for (const source of sources) {
    for (const { line, problem } of faultsIn(source)) {
      console.error(`${source.path}:${line}: ${problem}`);
      process.exitCode = 1;
    }
  }
}

/** The feature that owns a file, or the platform. */
function ownerOf(path) {
  const [, domain, feature] = /\/features\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (domain === undefined) return 'platform';
  // The parts of the protocol share their tables.
  const isPart = domain === 'protocol' && !/^(check-ins|dashboard|rehearsal)$/.test(feature);
  return isPart ? domain : `${domain}/${feature}`;
}
