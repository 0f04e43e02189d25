import { setTimeout as pause } from 'node:timers/promises';
import type { KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import { countOlderKeys, type KeyStatus } from './key-rules.ts';
import { readKeyStatus } from './key-status.ts';
import { type Rewrapping, rewrapKeys } from './rewrap-keys.ts';

/** A server that has not noticed the new master key yet may still make keys with the old one. */
const retryPauseMs = 200;

export interface Rewrapped extends Rewrapping {
  status: KeyStatus;
}

/** Closes keys with the newest master key until none is left that an older one closes. */
export async function rewrapAllKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
  signal: AbortSignal,
): Promise<Rewrapped> {
  let rewrapped = 0;
  while (true) {
    const run = await rewrapKeys(database, masterKeys, tables, signal);
    rewrapped += run.rewrapped;
    const status = await readKeyStatus(database, masterKeys, tables);
    const isDone = countOlderKeys(status) <= run.damaged.length;
    if (isDone) return { rewrapped, damaged: run.damaged, status };
    await pause(retryPauseMs, undefined, { signal });
  }
}
