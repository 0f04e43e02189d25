import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { looseNames, tablesIn } from './sql-names.mjs';

const paths = (await filesIn(inProject('apps', 'server', 'src'), []))
  .map((file) => relative(root, file).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
const sources = await Promise.all(
  paths.map(async (path) => ({ path, text: await readFile(inProject(path), 'utf8') })),
);
const tables = sources
  .filter(({ path }) => /-tables?\.ts$/.test(path))
  .flatMap(({ path, text }) => tablesIn(text).map((table) => ({ ...table, owner: ownerOf(path) })));

for (const { path, text } of sources) {
  const isOwn = ({ owner }) => owner === ownerOf(path);
  const own = tables.filter(isOwn);
  const others = tables.filter((table) => !isOwn(table));
  for (const { line, problem } of looseNames(path, text, { own, others })) {
    console.error(`${path}:${line}: ${problem}; use typed columns that its owner publishes`);
    process.exitCode = 1;
  }
}
console.log(`${tables.length} tables, ${sources.length} sources of the server`);
if (tables.length === 0) process.exitCode = 1;

/** A feature, or the platform. */
function ownerOf(path) {
  const [, domain, feature] = /\/features\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (domain === undefined) return 'platform';
  // The parts of the protocol share their tables.
  const isPart = domain === 'protocol' && !/^(check-ins|dashboard|rehearsal)$/.test(feature);
  return isPart ? domain : `${domain}/${feature}`;
}
