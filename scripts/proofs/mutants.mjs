import { installTool } from '../setup/install.mjs';
import { start } from '../setup/process.mjs';
import { inProject } from '../setup/project.mjs';

/**
 * Plants faults in the pure rules and in the encryption, one at a time, and counts those that no
 * unit test finds. `npm run proofs -- mutants 'apps/server/src/features/billing/plans/*-rules.ts'` does so in
 * some files; options of Stryker (`--concurrency 1`) may follow.
 */
export async function mutants({ env }, args) {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const files = firstOption < 0 ? args : args.slice(0, firstOption);
  const options = args.slice(files.length);
  const chosen = files.length > 0 ? ['--mutate', files.join(',')] : [];
  let output = '';
  const hears = (text) => {
    output += text;
  };
  await installTool('stryker');
  const stryker = inProject('tools', 'stryker', 'node_modules', '.bin', 'stryker');
  const code = await start(stryker, ['run', ...chosen, ...options], { env, hears }).ended;
  return { code, figures: /^All files.*$/m.exec(output)?.[0]?.replace(/\s+/g, ' ') ?? '' };
}
