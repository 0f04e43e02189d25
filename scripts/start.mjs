import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';
import { SetupError } from './setup/project.mjs';
import { runServer } from './setup/server.mjs';

/** The product; `npm start -- yookassa-sandbox` with a payment provider that moves no money. */
await main(async () => {
  const [kind] = process.argv.slice(2);
  if (kind && kind !== 'yookassa-sandbox') {
    throw new SetupError('Use npm start, or npm start -- yookassa-sandbox.');
  }
  await install();
  const node = await projectNode();
  await buildProduct(node);
  if (!kind) return runServer(node, 'serve');
  const { runSandbox } = await import('./setup/yookassa-sandbox.mjs');
  return runSandbox(node);
});
