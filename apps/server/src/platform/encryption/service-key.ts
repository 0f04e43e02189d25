import { hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { findOrInsertServiceKey, findServiceKey, updateServiceKey } from './key-repository.ts';
import type { MasterKeys, WrappedKey } from './master-keys.ts';

/** The service key was not opened yet: the database has not been reached. */
export class ServiceKeyNotLoaded extends Error {}

/**
 * The key behind cookies, links, codes and PINs. It lies wrapped in the database, so that it stays
 * the same when the master key changes, and is opened once the database can be reached.
 */
export interface ServiceKey {
  /** A key for one purpose; different purposes give unrelated keys. */
  derive(purpose: string): Buffer;
}

export interface LoadableServiceKey extends ServiceKey {
  open(database: Database, masterKeys: MasterKeys, clock: Clock): Promise<void>;
}

const place = 'service-key';

export function createServiceKey(): LoadableServiceKey {
  let secret: Buffer | undefined;
  const derived = new Map<string, Buffer>();
  return {
    open: async (database, masterKeys, clock) => {
      const fresh = masterKeys.wrap(place, randomBytes(32));
      const wrapped = await findOrInsertServiceKey(database, fresh, clock.now());
      secret = masterKeys.unwrap(place, wrapped);
    },
    derive: (purpose) => {
      if (!secret) throw new ServiceKeyNotLoaded('The service key is not opened yet.');
      const key = derived.get(purpose) ?? deriveKey(secret, purpose);
      derived.set(purpose, key);
      return key;
    },
  };
}

/** Closes the service key with the newest master key. */
export async function rewrapServiceKey(database: Database, masterKeys: MasterKeys): Promise<void> {
  const stored = await findServiceKey(database);
  if (!stored || stored.master_version === masterKeys.newestVersion()) return;
  await updateServiceKey(database, masterKeys.wrap(place, masterKeys.unwrap(place, stored)));
}

/** Throws `MasterKeyInvalid` when these are not the master keys that closed it. */
export function assertServiceKeyUnwraps(masterKeys: MasterKeys, wrapped: WrappedKey): void {
  masterKeys.unwrap(place, wrapped);
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `zavet/${purpose}`, 32));
}
