import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';

const sourceFolders = [
  'apps/server/src',
  'apps/server/test',
  'apps/server/docs',
  'quality/faults',
  'apps/web/src',
  'apps/web/test',
  'packages/contract/src',
  'packages/locales/src',
  'packages/locales/test',
  'packages/texts/src',
  'packages/texts/test',
  'quality/fakes/dns/src',
  'quality/fakes/imap/src',
  'quality/fakes/language-model/src',
  'quality/fakes/postgres/src',
  'quality/fakes/smtp/src',
  'quality/fakes/yookassa/src',
  'quality/fakes/yookassa/test',
  'quality/e2e',
  'quality/bench',
  'quality/system',
  'demo',
];

/** Reads every import of a source tree and returns its modules and violations. */
export function cruise(tree) {
  const folders = sourceFolders.filter((folder) => existsSync(join(tree, folder)));
  const command = inProject('node_modules', '.bin', 'depcruise');
  const config = inProject('.dependency-cruiser.mjs');
  const result = spawnSync(command, ['--config', config, '--output-type', 'json', ...folders], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.error) throw result.error;
  if (!result.stdout.startsWith('{')) throw new Error(result.stderr || result.stdout);
  const { modules, summary } = JSON.parse(result.stdout);
  const ours = modules.filter(({ source }) =>
    folders.some((folder) => source.startsWith(`${folder}/`)),
  );
  const violations = summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
  }));
  return { folders, modules: ours, violations: [...violations, ...featureCycles(ours)] };
}

/**
 * Finds features of an application that import each other in a cycle, even if no files do. Most of
 * the protocol domain of the server is one state machine and counts as one feature.
 */
function featureCycles(modules) {
  const imported = new Map();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || source.includes('.test.')) continue;
    if (!imported.has(from)) imported.set(from, new Set());
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to && to !== from) imported.get(from).add(to);
    }
  }
  return [...imported.keys()]
    .filter((feature) => reaches(imported, feature, feature))
    .map((feature) => ({ rule: 'no-feature-cycles', from: feature, to: feature }));
}

function featureOf(path) {
  return (/^apps\/server\/src\/features\/protocol(?=\/(?!check-ins\/|dashboard\/|rehearsal\/))/.exec(
    path,
  ) ?? /^apps\/(?:server|web)\/src\/features\/[^/]+\/[^/]+(?=\/)/.exec(path))?.[0];
}

function reaches(imported, from, wanted) {
  const seen = new Set();
  const queue = [...(imported.get(from) ?? [])];
  while (queue.length > 0) {
    const feature = queue.pop();
    if (feature === wanted) return true;
    if (seen.has(feature)) continue;
    seen.add(feature);
    queue.push(...(imported.get(feature) ?? []));
  }
  return false;
}

if (import.meta.main) {
  const { folders, modules, violations } = cruise(root);
  const skipped = ['node_modules', 'dist', '.cache', 'test-results'];
  const files = await Promise.all(folders.map((folder) => filesIn(inProject(folder), skipped)));
  const read = new Set(modules.map(({ source }) => source));
  const unread = files
    .flat()
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => relative(root, file).replaceAll('\\', '/'))
    .filter((file) => !read.has(file));
  const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

  console.log(`${modules.length} modules with ${imports} imports in ${folders.join(', ')}`);
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
  for (const file of unread) console.error(`not checked: ${file}`);
  // A broken parser would find no violations either.
  const looksEmpty = modules.length === 0 || imports < modules.length;
  if (looksEmpty) console.error('Too few imports: the check does not see the sources.');
  if (violations.length > 0 || unread.length > 0 || looksEmpty) process.exitCode = 1;
}
