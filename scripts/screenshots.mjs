import { buildProduct } from './setup/build.mjs';
import { chromium } from './setup/chromium.mjs';
import { main, run } from './setup/process.mjs';
import { inProject, projectEnvironment } from './setup/project.mjs';

/** Takes the pictures of the README again, or others by name: `npm run screenshots -- locales`. */
await main(async () => {
  const node = await buildProduct();
  const env = projectEnvironment({ CHROMIUM_PATH: await chromium(node) });
  const [name = 'readme'] = process.argv.slice(2);
  const command = inProject('node_modules', '.bin', 'playwright');
  const args = ['test', '--config', 'pictures.config.ts', `${name}.pictures.ts`];
  return run(command, args, { cwd: inProject('quality', 'e2e'), env });
});
