import { join } from 'node:path';
import type { Configuration } from './configuration.ts';

/** Where a server on the embedded database listens for commands. */
export function controlPath({ dataDir }: Configuration): string {
  return join(dataDir, 'control.sock');
}
