import { buildServer } from '../setup/build.mjs';

/** Global setup: tests that start a process run the built server. */
export function setup() {
  return buildServer(process.execPath);
}
