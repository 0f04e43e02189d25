import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import {
  newOwnerKey,
  openOwnerKey,
  type Vault,
  type WrappedOwnerKey,
} from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
import { createKeyCache } from './key-cache.ts';
import { findOwnerKey, insertOwnerKey } from './owner-key-repository.ts';

export function createVault(database: Database, masterKeys: MasterKeys, clock: Clock): Vault {
  const cache = createKeyCache();
  const open = (userId: string, stored: WrappedOwnerKey) =>
    cache.get(userId, stored, () => openOwnerKey(masterKeys, userId, stored));
  const keyOf = async (userId: string) => {
    const found = await findOwnerKey(database, userId);
    if (found) return open(userId, found);
    await insertOwnerKey(database, userId, newOwnerKey(masterKeys, userId, newId()), clock.now());
    const stored = await findOwnerKey(database, userId);
    if (!stored) throw new Error('An owner has no key although one was just made.');
    return open(userId, stored);
  };
  return {
    open,
    keyOf,
    newKey: (id) => newOwnerKey(masterKeys, id, newId()),
    recentKeyOf: async (userId) => cache.recent(userId) ?? keyOf(userId),
  };
}
