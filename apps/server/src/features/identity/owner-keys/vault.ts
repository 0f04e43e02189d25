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
    recentKeyOf: async (userId) => cache.recent(userId) ?? keyOf(userId),
  };
}

/** Cached, because opening a key takes longer than most calls need afterwards. */
const keptMs = 60_000;
const maxKept = 500;

interface KeptKey {
  stored: WrappedOwnerKey;
  key: OwnerKey;
  until: number;
}

interface KeyCache {
  /** Opens the key unless it is cached for exactly this row. */
  get(userId: string, stored: WrappedOwnerKey, open: () => OwnerKey): OwnerKey;
  /** May be outdated: only for callers that check the key again. */
  recent(userId: string): OwnerKey | undefined;
  size(): number;
}

/** Keeps few keys, for a minute. A timer evicts unused ones; the runtime then clears their memory. */
export function createKeyCache(now = () => performance.now()): KeyCache {
  // In insertion order: the first entry is the oldest.
  const kept = new Map<string, KeptKey>();
  let isSweeping = false;

  function evictExpired(): void {
    for (const [userId, { until }] of kept) {
      if (until > now()) break;
      kept.delete(userId);
    }
  }

  function scheduleSweep(): void {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      evictExpired();
      if (kept.size > 0) scheduleSweep();
    }, keptMs).unref();
  }

  function keep(userId: string, stored: WrappedOwnerKey, key: OwnerKey): OwnerKey {
    kept.delete(userId);
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(userId, { stored, key, until: now() + keptMs });
    scheduleSweep();
    return key;
  }

  return {
    get: (userId, stored, open) => {
      evictExpired();
      const found = kept.get(userId);
      return found && isSame(found.stored, stored) ? found.key : keep(userId, stored, open());
    },
    recent: (userId) => {
      evictExpired();
      return kept.get(userId)?.key;
    },
    size: () => kept.size,
  };
}

function isSame(one: WrappedOwnerKey, other: WrappedOwnerKey): boolean {
  return (
    one.wrapped === other.wrapped &&
    one.key_id === other.key_id &&
    one.master_version === other.master_version
  );
}
