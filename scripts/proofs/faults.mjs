import { start } from '../setup/process.mjs';
import { sourceFlags } from '../setup/server.mjs';

/**
 * Kills processes at every step of an activation and breaks everything around them.
 * `npm run proofs -- faults --only worker` tries some; see quality/faults/README.md.
 */
export async function faults({ node, env }, args) {
  let output = '';
  const hears = (text) => {
    output += text;
  };
  const command = [...sourceFlags, 'quality/faults/run.ts', ...args];
  const code = await start(node, command, { env, isolated: true, hears }).ended;
  return { code, figures: /^\d+ trials in .*$/m.exec(output)?.[0] ?? '' };
}
