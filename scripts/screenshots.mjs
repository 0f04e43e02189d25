import { buildProduct } from './setup/build.mjs';
import { chromium } from './setup/chromium.mjs';
import { install } from './setup/install.mjs';
import { projectEnvironment, projectNode } from './setup/node.mjs';
import { main, run } from './setup/process.mjs';
import { inProject } from './setup/project.mjs';

/** Takes the pictures again that the README shows, or those that are named: `-- locales`. */
await main(async () => {
  await install();
  const node = await projectNode();
  await buildProduct(node);
  const env = projectEnvironment({ CHROMIUM_PATH: await chromium(node) });
  const [wanted = 'readme'] = process.argv.slice(2);
  const command = inProject('node_modules', '.bin', 'playwright');
  const args = ['test', '--config', 'pictures.config.ts', `${wanted}.pictures.ts`];
  return run(command, args, { cwd: inProject('quality', 'e2e'), env });
});
