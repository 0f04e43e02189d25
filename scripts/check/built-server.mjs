import { buildServer } from '../setup/build-server.mjs';

/** Tests that start a process start what people run: the server as it is built. */
export function setup() {
  return buildServer(process.execPath);
}
