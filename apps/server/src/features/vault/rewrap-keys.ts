import type { Database } from '../../platform/database/database.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { rewrapOwnerKey } from '../../platform/encryption/owner-key.ts';
import { renewServiceKeyWrapping } from '../../platform/encryption/service-key.ts';
import { lockKeysOlderThan, updateOwnerKey } from './owner-key-repository.ts';

const batchSize = 200;

/**
 * Closes every key with the newest master key, batch by batch, while everything else goes on.
 * Content is not touched: only the keys that open it change their wrapping. May run twice.
 */
export async function rewrapKeys(database: Database, masterKeys: MasterKeys): Promise<number> {
  await renewServiceKeyWrapping(database, masterKeys);
  let rewrapped = 0;
  for (let taken = batchSize; taken > 0; rewrapped += taken) {
    taken = await database.transaction(async () => {
      const rows = await lockKeysOlderThan(database, masterKeys.newestVersion(), batchSize);
      for (const row of rows) {
        await updateOwnerKey(database, row.user_id, rewrapOwnerKey(masterKeys, row.user_id, row));
      }
      return rows.length;
    });
  }
  return rewrapped;
}
