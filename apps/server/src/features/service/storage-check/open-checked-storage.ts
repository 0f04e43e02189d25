import type { Context } from '../../../context.ts';
import { type Clock, systemClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import {
  type CheckedStore,
  createCheckedStore,
} from '../../../platform/file-storage/checked-store.ts';
import { openFileStorage } from '../../../platform/file-storage/file-storage.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import {
  ForeignStore,
  type StoreDeps,
  type StoreInspection,
  verifyStore,
} from '../../../platform/file-storage/store-identity.ts';
import { ConfigurationInvalid } from '../../../platform/process.ts';
import { filterStoredKeys, sampleStoredKeys } from './storage-check-repository.ts';

/** The identity of a folder is verified on every use, because its disk may be unmounted. */
const recheckAfterMs = { folder: 0, s3: 60_000 };

/** Opens the configured store. Its first use throws if the database belongs to another store. */
export function openCheckedStorage(
  configuration: Context['config'],
  database: Database,
  clock: Clock,
): CheckedStore {
  const store = openFileStorage(configuration.fileStorage);
  const verify = async () => {
    try {
      return await verifyStore(storeDeps(database, store, clock));
    } catch (error) {
      if (!(error instanceof ForeignStore)) throw error;
      throw new ConfigurationInvalid(describeForeignStore(error.facts, configuration), undefined, {
        cause: error,
      });
    }
  };
  return createCheckedStore(store, {
    verify,
    recheckAfterMs: recheckAfterMs[configuration.fileStorage.kind],
  });
}

export async function withCheckedStorage<T>(
  configuration: Context['config'],
  database: Database,
  work: (store: CheckedStore) => Promise<T>,
): Promise<T> {
  const store = openCheckedStorage(configuration, database, systemClock);
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

export function storeDeps(database: Database, store: ObjectStore, clock: Clock): StoreDeps {
  return {
    ...{ database, store, clock },
    sampleKeys: () => sampleStoredKeys(database),
    filterReferenced: (keys) => filterStoredKeys(database, keys),
  };
}

function describeForeignStore(facts: StoreInspection, { fileStorage }: Context['config']): string {
  const place =
    fileStorage.kind === 's3'
      ? `S3_BUCKET must name the bucket that all processes share; ${fileStorage.bucket}`
      : `DATA_DIR must be on a disk that all processes share, or S3_… must be set; ${fileStorage.directory}`;
  const problem =
    facts.recorded === undefined
      ? `lacks ${facts.missing} of ${facts.sampled} files of this database that were looked for`
      : 'is not the store that the files of this database are in';
  return `${place} ${problem} (zavet check-storage says more).`;
}
