import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from '../setup/project.mjs';

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

/** Reads every import of a source tree and gives its modules and broken rules. */
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
  return { folders, modules: ours, violations: [...violations, ...featureRings(ours)] };
}

/**
 * Features of one application that reach each other in a ring, also when no single file does. Most of
 * the server's domain of the protocol is one state machine and counts as one feature.
 */
function featureRings(modules) {
  const reached = new Map();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || source.includes('.test.')) continue;
    if (!reached.has(from)) reached.set(from, new Set());
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to && to !== from) reached.get(from).add(to);
    }
  }
  return [...reached.keys()]
    .filter((feature) => reaches(reached, feature, feature))
    .map((feature) => ({ rule: 'no-feature-rings', from: feature, to: feature }));
}

function featureOf(path) {
  return (/^apps\/server\/src\/features\/protocol(?=\/(?!check-ins\/|dashboard\/|rehearsal\/))/.exec(
    path,
  ) ?? /^apps\/(?:server|web)\/src\/features\/[^/]+\/[^/]+(?=\/)/.exec(path))?.[0];
}

function reaches(reached, from, wanted) {
  const seen = new Set();
  const open = [...(reached.get(from) ?? [])];
  while (open.length > 0) {
    const feature = open.pop();
    if (feature === wanted) return true;
    if (seen.has(feature)) continue;
    seen.add(feature);
    open.push(...(reached.get(feature) ?? []));
  }
  return false;
}
