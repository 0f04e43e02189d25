import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { main } from './setup/process.mjs';

await main(async () => {
  await install();
  await buildProduct(await projectNode());
});
