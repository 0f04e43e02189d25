import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import {
  newOwnerKey,
  type OwnerKey,
  openOwnerKey,
  type WrappedOwnerKey,
} from '../../platform/encryption/owner-key.ts';
import { newId } from '../../platform/new-id.ts';
import { findOwnerKey, insertOwnerKey } from './owner-key-repository.ts';

/** Hands out owners' keys to the features that keep content. */
export interface Vault {
  /** The key of this owner, made on first use. */
  keyOf(userId: string): Promise<OwnerKey>;
  /** The key of this owner out of a row that was read together with the content. */
  open(userId: string, stored: WrappedOwnerKey): OwnerKey;
}

export function createVault(database: Database, masterKeys: MasterKeys, clock: Clock): Vault {
  const open = (userId: string, stored: WrappedOwnerKey) =>
    openOwnerKey(masterKeys, userId, stored);
  return {
    open,
    keyOf: async (userId) => {
      const found = await findOwnerKey(database, userId);
      if (found) return open(userId, found);
      await insertOwnerKey(database, userId, newOwnerKey(masterKeys, userId, newId()), clock.now());
      const stored = await findOwnerKey(database, userId);
      if (!stored) throw new Error('An owner has no key although one was just made.');
      return open(userId, stored);
    },
  };
}
