import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import {
  newOwnerKey,
  type OwnerKey,
  openOwnerKey,
  type WrappedOwnerKey,
} from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/new-id.ts';
import { createKeyCache } from './key-cache.ts';
import { findOwnerKey, insertOwnerKey } from './owner-key-repository.ts';

/** Hands out owners' keys to the features that keep content. */
export interface Vault {
  /** The key of this owner, made on first use. */
  keyOf(userId: string): Promise<OwnerKey>;
  /** The key of this owner out of a row that was read together with the content. */
  open(userId: string, stored: WrappedOwnerKey): OwnerKey;
  /**
   * The key as it was a moment ago, without asking the database. Only for a statement that writes
   * nothing unless the owner still has this key.
   */
  recentKeyOf(userId: string): Promise<OwnerKey>;
  /** A key for something that keeps one of its own, bound to its id; opened with `open`. */
  newKey(id: string): WrappedOwnerKey;
}

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
