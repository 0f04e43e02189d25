import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import { MasterKeyInvalid } from '../../platform/encryption/key-ring-text.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { rewrapOwnerKey } from '../../platform/encryption/owner-key.ts';
import { renewServiceKeyWrapping } from '../../platform/encryption/service-key.ts';
import { lockKeysOlderThan, type OwnerKeyRow, updateOwnerKey } from './owner-key-repository.ts';

const batchSize = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

export interface Rewrapping {
  rewrapped: number;
  /** Owners whose key does not open with any master key; they are passed over. */
  damaged: string[];
}

/**
 * Closes every key with the newest master key, batch by batch, while everything else goes on.
 * Content is not touched: only the keys that open it change their wrapping. May run twice.
 */
export async function rewrapKeys(database: Database, masterKeys: MasterKeys): Promise<Rewrapping> {
  await renewServiceKeyWrapping(database, masterKeys);
  const done: Rewrapping = { rewrapped: 0, damaged: [] };
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const from: string = after;
    after = await database.transaction(async () => {
      const rows = await lockKeysOlderThan(database, masterKeys.newestVersion(), from, batchSize);
      for (const row of rows) await rewrapOne(database, masterKeys, row, done);
      return rows.at(-1)?.user_id;
    });
  }
  return done;
}

/** The same by itself, now and then; keys that do not open are left to a person. */
export async function rewrapKeysByJob(
  { database, log }: { database: Database; log: Logger },
  masterKeys: MasterKeys,
): Promise<void> {
  const { damaged } = await rewrapKeys(database, masterKeys);
  if (damaged.length === 0) return;
  log.error(
    { code: 'owner_keys_damaged', user_ids: damaged },
    'the keys of these owners open with none of the master keys',
  );
}

async function rewrapOne(
  database: Database,
  masterKeys: MasterKeys,
  row: OwnerKeyRow,
  done: Rewrapping,
): Promise<void> {
  try {
    await updateOwnerKey(database, row.user_id, rewrapOwnerKey(masterKeys, row.user_id, row));
    done.rewrapped += 1;
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    done.damaged.push(row.user_id);
  }
}
