import { setTimeout as pause } from 'node:timers/promises';
import type { Context, KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import {
  countKeysByVersion,
  findServiceKey,
  type KeyRow,
  type KeyTable,
  lockKeysOlderThan,
  updateKey,
} from '../../../platform/encryption/key-repository.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import { rewrapOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { rewrapServiceKey } from '../../../platform/encryption/service-key.ts';
import { lowestId } from '../../../platform/ids.ts';
import { forEachBatch } from '../../../platform/jobs/for-each-due.ts';
import { countOlderKeys, type KeyStatus } from './key-rules.ts';

interface RewrapResult {
  rewrapped: number;
  /** Owners and requests with keys that no master key opens; these are skipped. */
  damaged: string[];
}

/** Wraps all keys with the newest master key, in batches, without touching content. Repeatable. */
export async function rewrapKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
  signal?: AbortSignal,
): Promise<RewrapResult> {
  await rewrapServiceKey(database, masterKeys);
  const result: RewrapResult = { rewrapped: 0, damaged: [] };
  for (const table of Object.values(tables)) {
    await rewrapTable(database, masterKeys, table, result, signal);
  }
  return result;
}

async function rewrapTable(
  database: Database,
  masterKeys: MasterKeys,
  table: KeyTable,
  result: RewrapResult,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = lowestId;
  const rewrapBatch = async (limit: number) => {
    const rows = await lockKeysOlderThan(database, table, masterKeys.newestVersion(), after, limit);
    for (const row of rows) await rewrapKey(database, masterKeys, table, row, result);
    after = rows.at(-1)?.id ?? after;
    return rows.length;
  };
  await forEachBatch({ database }, rewrapBatch, signal);
}

/** Damaged keys are logged for an administrator. */
export async function rewrapKeysByJob(
  { database, log, masterKeys, wiring }: Context,
  signal: AbortSignal,
): Promise<void> {
  const { damaged } = await rewrapKeys(database, masterKeys, wiring.keyTables, signal);
  if (damaged.length === 0) return;
  log.error(
    { code: 'owner_keys_damaged', user_ids: damaged },
    'no master key opens the keys of these owners or requests',
  );
}

async function rewrapKey(
  database: Database,
  masterKeys: MasterKeys,
  table: KeyTable,
  row: KeyRow,
  result: RewrapResult,
): Promise<void> {
  try {
    await updateKey(database, table, row.id, rewrapOwnerKey(masterKeys, row.id, row));
    result.rewrapped += 1;
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    result.damaged.push(row.id);
  }
}

/**
 * Pause between passes: servers create keys with the old master key until they read the new one.
 */
const retryPauseMs = 200;

export interface CompletedRewrap extends RewrapResult {
  status: KeyStatus;
}

/** Rewraps until no key is wrapped by an older master key, except damaged ones. */
export async function rewrapAllKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
  signal: AbortSignal,
): Promise<CompletedRewrap> {
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

export async function readKeyStatus(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
): Promise<KeyStatus> {
  return {
    versions: masterKeys.versions().sort((one, other) => one - other),
    newest: masterKeys.newestVersion(),
    service: (await findServiceKey(database))?.master_version,
    owners: await countKeysByVersion(database, tables.owners),
    requests: await countKeysByVersion(database, tables.requests),
  };
}
