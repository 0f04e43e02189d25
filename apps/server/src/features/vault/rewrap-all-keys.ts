import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { isClosedAnew, type KeyStatus } from './key-rules.ts';
import { readKeyStatus } from './key-status.ts';
import { rewrapKeys } from './rewrap-keys.ts';

/** Keys that others hold locked are passed over and tried again. */
const retryPauseMs = 200;

export interface Rewrapped {
  rewrapped: number;
  status: KeyStatus;
}

/** Closes keys with the newest master key until none is left that an older one closes. */
export async function rewrapAllKeys(
  database: Database,
  masterKeys: MasterKeys,
  signal: AbortSignal,
): Promise<Rewrapped> {
  let rewrapped = 0;
  while (true) {
    signal.throwIfAborted();
    rewrapped += await rewrapKeys(database, masterKeys);
    const status = await readKeyStatus(database, masterKeys);
    if (isClosedAnew(status)) return { rewrapped, status };
    await pause(retryPauseMs, undefined, { signal });
  }
}
