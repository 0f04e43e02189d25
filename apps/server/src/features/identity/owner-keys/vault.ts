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

/** Opening a key takes longer than what most calls do with it, so that the next call may use it again. */
const keptMs = 60_000;
const maxKept = 500;

interface KeptKey {
  stored: WrappedOwnerKey;
  key: OwnerKey;
  until: number;
}

interface KeyCache {
  /** The key behind exactly this row of the database; opened unless it was a moment ago. */
  get(userId: string, stored: WrappedOwnerKey, open: () => OwnerKey): OwnerKey;
  /** The key that was last opened. The row may have changed since: only for code that asks again. */
  recent(userId: string): OwnerKey | undefined;
  size(): number;
}

/**
 * Few keys for a short while. They are let go also when nobody asks again; the runtime clears the
 * memory of a key that is let go.
 */
export function createKeyCache(now = () => performance.now()): KeyCache {
  // Insertion order is the order in which keys were opened: the first entry is the oldest.
  const kept = new Map<string, KeptKey>();
  let isSweeping = false;

  function forgetOld(): void {
    for (const [userId, { until }] of kept) {
      if (until > now()) break;
      kept.delete(userId);
    }
  }

  function sweepLater(): void {
    if (isSweeping) return;
    isSweeping = true;
    setTimeout(() => {
      isSweeping = false;
      forgetOld();
      if (kept.size > 0) sweepLater();
    }, keptMs).unref();
  }

  function keep(userId: string, stored: WrappedOwnerKey, key: OwnerKey): OwnerKey {
    kept.delete(userId);
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(userId, { stored, key, until: now() + keptMs });
    sweepLater();
    return key;
  }

  return {
    get: (userId, stored, open) => {
      forgetOld();
      const found = kept.get(userId);
      return found && isSame(found.stored, stored) ? found.key : keep(userId, stored, open());
    },
    recent: (userId) => {
      forgetOld();
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
