import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run, start } from './setup/process.mjs';
import { inProject } from './setup/project.mjs';
import { sourceFlags } from './setup/server.mjs';

const features = 'apps/server/src/features';
const races = [
  `${features}/protocol/activation/races`,
  `${features}/protocol/release-schedules`,
  `${features}/plans/payment-schedules`,
];

/** First thousands of races between people, and schedules of releases and of payments, then everything that can break around them. */
await main(async () => {
  await install();
  const node = await projectNode();
  const vitest = inProject('node_modules', '.bin', 'vitest');
  const many = projectEnvironment({ RACES: '3000', SCHEDULES: '3000' });
  const lost = await run(vitest, ['run', '--project', 'postgres', ...races], { env: many });
  if (lost !== 0) return lost;
  const args = [...sourceFlags, 'apps/server/faults/run.ts', ...process.argv.slice(2)];
  return start(node, args, { env: projectEnvironment(), isolated: true }).ended;
});
