import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';
import { inProject } from './setup/project.mjs';

/**
 * Plants faults in the pure rules and in the encryption, one at a time, and counts those that no
 * unit test finds. `npm run mutants -- apps/server/src/features/plans/*-rules.ts` does so in some
 * files; options of Stryker (`--concurrency 1`) may follow.
 */
await main(async () => {
  await install();
  await projectNode();
  const args = process.argv.slice(2);
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const files = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = args.slice(files.length);
  const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
  const stryker = inProject('node_modules', '.bin', 'stryker');
  return run(stryker, ['run', ...chosen, ...options], { env: projectEnvironment() });
});
