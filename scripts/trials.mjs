import { buildProduct } from './setup/build.mjs';
import { main, run } from './setup/process.mjs';
import { projectEnvironment } from './setup/project.mjs';

/** Tests the built product against programs of Debian: `npm run trials -- imap`. */
await main(async () => {
  const node = await buildProduct();
  const args = ['quality/system/run.ts', ...process.argv.slice(2)];
  return run(node, args, { env: projectEnvironment() });
});
