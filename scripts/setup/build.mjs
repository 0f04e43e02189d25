import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';

/** Builds what people run, as far as something changed since the last build. */
export async function buildProduct(node) {
  await buildServer(node);
  await buildWeb(node);
}
