import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, start } from './setup/process.mjs';
import { trialArguments } from './setup/server.mjs';

await main(async () => {
  await install();
  const args = [...trialArguments('../../faults/run.ts'), ...process.argv.slice(2)];
  return start(await projectNode(), args, { env: projectEnvironment(), isolated: true }).ended;
});
