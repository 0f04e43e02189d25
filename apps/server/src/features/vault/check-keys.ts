import type { Database } from '../../platform/database/database.ts';
import { MasterKeyInvalid } from '../../platform/encryption/key-ring-text.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { openOwnerKey } from '../../platform/encryption/owner-key.ts';
import { findKeyOfEachVersion } from './owner-key-repository.ts';

/** So many keys of one version that do not open are no longer damage, but a wrong master key. */
const samples = 3;

/** Stops a start with a master key missing, or a wrong one, that owners' keys need. */
export async function assertMasterKeysSuffice(
  database: Database,
  masterKeys: MasterKeys,
): Promise<void> {
  const keys = await findKeyOfEachVersion(database, samples);
  for (const [version, ofVersion] of Map.groupBy(keys, (key) => key.master_version)) {
    const isKnown = masterKeys.versions().includes(version);
    const isDoubtful = !ofVersion.some((key) => doesOpen(masterKeys, key.user_id, key));
    if (!isKnown || (isDoubtful && ofVersion.length === samples)) {
      throw new MasterKeyInvalid(
        `The master key of version ${version} is missing or wrong although keys in the database need it; put the right one back.`,
      );
    }
  }
}

function doesOpen(
  masterKeys: MasterKeys,
  userId: string,
  key: Parameters<typeof openOwnerKey>[2],
): boolean {
  try {
    openOwnerKey(masterKeys, userId, key);
    return true;
  } catch (error) {
    if (error instanceof MasterKeyInvalid) return false;
    throw error;
  }
}
