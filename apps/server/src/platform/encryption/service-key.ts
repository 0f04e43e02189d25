import { hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { findOrInsertServiceKey, findServiceKey, updateServiceKey } from './key-repository.ts';
import type { MasterKeys, WrappedKey } from './master-keys.ts';

/** The service key is not available, because the database has not been reached yet. */
export class ServiceKeyNotLoaded extends Error {}

/**
 * The key behind cookies, links, codes and PINs. It is stored wrapped in the database, so it survives
 * a rotation of the master key.
 */
export interface ServiceKey {
  /** Keys of different purposes are independent. */
  derive(purpose: string): Buffer;
}

export interface LoadableServiceKey extends ServiceKey {
  load(database: Database, masterKeys: MasterKeys, clock: Clock): Promise<void>;
}

const place = 'service-key';

export function createServiceKey(): LoadableServiceKey {
  let secret: Buffer | undefined;
  const derived = new Map<string, Buffer>();
  return {
    load: async (database, masterKeys, clock) => {
      const fresh = masterKeys.wrap(place, randomBytes(32));
      const wrapped = await findOrInsertServiceKey(database, fresh, clock.now());
      secret = masterKeys.unwrap(place, wrapped);
    },
    derive: (purpose) => {
      if (!secret) throw new ServiceKeyNotLoaded('The service key has not been loaded yet.');
      const key = derived.get(purpose) ?? deriveKey(secret, purpose);
      derived.set(purpose, key);
      return key;
    },
  };
}

/** Encrypts the service key with the newest master key. */
export async function rewrapServiceKey(database: Database, masterKeys: MasterKeys): Promise<void> {
  const stored = await findServiceKey(database);
  if (!stored || stored.master_version === masterKeys.newestVersion()) return;
  await updateServiceKey(database, masterKeys.wrap(place, masterKeys.unwrap(place, stored)));
}

/** Throws `MasterKeyInvalid` unless these master keys can unwrap the key. */
export function assertServiceKeyUnwraps(masterKeys: MasterKeys, wrapped: WrappedKey): void {
  masterKeys.unwrap(place, wrapped);
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `zavet/${purpose}`, 32));
}
