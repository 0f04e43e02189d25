import type { KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import { type KeyRow, sampleKeysByVersion } from '../../../platform/encryption/key-repository.ts';
import { type MasterKeys, missingKeyError } from '../../../platform/encryption/master-keys.ts';
import { openOwnerKey } from '../../../platform/encryption/owner-key.ts';

/** If this many keys of one version all fail to open, the master key is considered wrong. */
const sampleSize = 3;

/** Throws if a master key that keys in the database need is missing or wrong. */
export async function assertMasterKeysSuffice(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
): Promise<void> {
  for (const table of Object.values(tables)) {
    assertSuffice(masterKeys, await sampleKeysByVersion(database, table, sampleSize));
  }
}

function assertSuffice(masterKeys: MasterKeys, keys: KeyRow[]): void {
  for (const [version, wrappedKeys] of Map.groupBy(keys, (key) => key.master_version)) {
    if (!masterKeys.versions().includes(version)) throw missingKeyError(version, masterKeys.path);
    const isUnopenable = !wrappedKeys.some((key) => canOpen(masterKeys, key));
    if (isUnopenable && wrappedKeys.length === sampleSize) {
      throw new MasterKeyInvalid(
        `The master key of version ${version} is wrong although keys in the database need it; put the right one back.`,
      );
    }
  }
}

function canOpen(masterKeys: MasterKeys, key: KeyRow): boolean {
  try {
    openOwnerKey(masterKeys, key.id, key);
    return true;
  } catch (error) {
    if (error instanceof MasterKeyInvalid) return false;
    throw error;
  }
}
