import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import {
  newOwnerKey,
  type OwnerKey,
  openOwnerKey,
  type Vault,
  type WrappedOwnerKey,
} from '../../../platform/encryption/owner-key.ts';
import { newId } from '../../../platform/ids.ts';
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
    if (!stored) throw new Error('The new key of an owner was not found.');
    return open(userId, stored);
  };
  return {
    open,
    keyOf,
    newKey: (id) => newOwnerKey(masterKeys, id, newId()),
    recentKeyOf: async (userId) => cache.peek(userId) ?? keyOf(userId),
  };
}

/** Keys are cached, because opening one takes longer than the rest of most calls. */
const cacheLifetimeMs = 60_000;
const maxCachedKeys = 500;

interface CachedKey {
  stored: WrappedOwnerKey;
  key: OwnerKey;
  expiresAt: number;
}

interface KeyCache {
  /** Returns the key, from the cache only if it was cached for exactly this row. */
  get(userId: string, stored: WrappedOwnerKey, open: () => OwnerKey): OwnerKey;
  /** Returns a cached key without comparing the row: only for callers that check the key again. */
  peek(userId: string): OwnerKey | undefined;
  size(): number;
}

/** Bounds number and age of cached keys. A timer evicts unused ones, to remove them from memory. */
export function createKeyCache(now = () => performance.now()): KeyCache {
  // In insertion order: the first entry is the oldest.
  const keys = new Map<string, CachedKey>();
  let isSweepScheduled = false;

  function evictExpired(): void {
    for (const [userId, { expiresAt }] of keys) {
      if (expiresAt > now()) break;
      keys.delete(userId);
    }
  }

  function scheduleSweep(): void {
    if (isSweepScheduled) return;
    isSweepScheduled = true;
    setTimeout(() => {
      isSweepScheduled = false;
      evictExpired();
      if (keys.size > 0) scheduleSweep();
    }, cacheLifetimeMs).unref();
  }

  function cache(userId: string, stored: WrappedOwnerKey, key: OwnerKey): OwnerKey {
    keys.delete(userId);
    if (keys.size >= maxCachedKeys) keys.delete(keys.keys().next().value ?? '');
    keys.set(userId, { stored, key, expiresAt: now() + cacheLifetimeMs });
    scheduleSweep();
    return key;
  }

  return {
    get: (userId, stored, open) => {
      evictExpired();
      const found = keys.get(userId);
      return found && isSame(found.stored, stored) ? found.key : cache(userId, stored, open());
    },
    peek: (userId) => {
      evictExpired();
      return keys.get(userId)?.key;
    },
    size: () => keys.size,
  };
}

function isSame(one: WrappedOwnerKey, other: WrappedOwnerKey): boolean {
  return (
    one.wrapped === other.wrapped &&
    one.key_id === other.key_id &&
    one.master_version === other.master_version
  );
}
