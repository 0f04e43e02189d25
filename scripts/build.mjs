import { buildProduct } from './setup/build.mjs';
import { main } from './setup/process.mjs';

/** Builds server and web application: `npm run build`. */
await main(async () => {
  await buildProduct();
});
