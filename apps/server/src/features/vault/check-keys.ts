import type { Database } from '../../platform/database/database.ts';
import { MasterKeyInvalid } from '../../platform/encryption/key-ring-text.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { findUnknownVersion } from './owner-key-repository.ts';

/** Stops a start without a master key that some owner's key needs. */
export async function assertMasterKeysSuffice(
  database: Database,
  masterKeys: MasterKeys,
): Promise<void> {
  const missing = await findUnknownVersion(database, masterKeys.versions());
  if (missing === undefined) return;
  throw new MasterKeyInvalid(
    `The master key of version ${missing} is missing although keys in the database need it; put it back.`,
  );
}
