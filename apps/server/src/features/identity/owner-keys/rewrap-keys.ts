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
  /** Owners and requests whose key opens with no master key; they are passed over. */
  damaged: string[];
}

/**
 * Closes every key with the newest master key, batch by batch, while everything else goes on.
 * Content is not touched: only the keys that open it change their wrapping. May run twice.
 */
export async function rewrapKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
  signal?: AbortSignal,
): Promise<RewrapResult> {
  await rewrapServiceKey(database, masterKeys);
  const done: RewrapResult = { rewrapped: 0, damaged: [] };
  for (const table of Object.values(tables)) {
    await rewrapTable(database, masterKeys, table, done, signal);
  }
  return done;
}

async function rewrapTable(
  database: Database,
  masterKeys: MasterKeys,
  table: KeyTable,
  done: RewrapResult,
  signal: AbortSignal | undefined,
): Promise<void> {
  let after = lowestId;
  const rewrapSome = async (limit: number) => {
    const rows = await lockKeysOlderThan(database, table, masterKeys.newestVersion(), after, limit);
    for (const row of rows) await rewrapOne(database, masterKeys, table, row, done);
    after = rows.at(-1)?.id ?? after;
    return rows.length;
  };
  await forEachBatch({ database }, rewrapSome, signal);
}

/** The same by itself, now and then; keys that do not open are left to a person. */
export async function rewrapKeysByJob(
  { database, log, masterKeys, wiring }: Context,
  signal: AbortSignal,
): Promise<void> {
  const { damaged } = await rewrapKeys(database, masterKeys, wiring.keyTables, signal);
  if (damaged.length === 0) return;
  log.error(
    { code: 'owner_keys_damaged', user_ids: damaged },
    'the keys of these owners or requests open with none of the master keys',
  );
}

async function rewrapOne(
  database: Database,
  masterKeys: MasterKeys,
  table: KeyTable,
  row: KeyRow,
  done: RewrapResult,
): Promise<void> {
  try {
    await updateKey(database, table, row.id, rewrapOwnerKey(masterKeys, row.id, row));
    done.rewrapped += 1;
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    done.damaged.push(row.id);
  }
}

/** A server that has not noticed the new master key yet may still make keys with the old one. */
const retryPauseMs = 200;

export interface CompletedRewrap extends RewrapResult {
  status: KeyStatus;
}

/** Closes keys with the newest master key until none is left that an older one closes. */
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
    versions: versionsOf(masterKeys),
    newest: masterKeys.newestVersion(),
    service: (await findServiceKey(database))?.master_version,
    owners: await countKeysByVersion(database, tables.owners),
    requests: await countKeysByVersion(database, tables.requests),
  };
}

/** The versions that there are, oldest first. */
function versionsOf(masterKeys: MasterKeys): number[] {
  return masterKeys.versions().sort((one, other) => one - other);
}
