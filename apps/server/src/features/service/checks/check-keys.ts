import { existsSync, statSync } from 'node:fs';
import type { KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { hasCluster } from '../../../platform/database/embedded/cluster.ts';
import { type Finding, ok, warning, wrong } from '../../../platform/doctor/finding.ts';
import { MasterKeyInvalid } from '../../../platform/encryption/key-file.ts';
import { findServiceKey } from '../../../platform/encryption/key-repository.ts';
import {
  loadExistingMasterKeys,
  type MasterKeySource,
  type MasterKeys,
} from '../../../platform/encryption/master-keys.ts';
import { assertServiceKeyUnwraps } from '../../../platform/encryption/service-key.ts';
import { assertMasterKeysSuffice } from '../../identity/owner-keys/index.ts';

const masterKeyHeading = 'Master key';
const permissionsOfOthers = 0o077;

/** The key file must exist and be readable by the server only. */
export function checkKeyFile(source: MasterKeySource, isProduction: boolean): Finding {
  const { path, generatedFor } = source;
  if (generatedFor !== undefined && !existsSync(path) && !hasCluster(generatedFor)) {
    return ok(masterKeyHeading, 'the first start generates it');
  }
  if (isOpenToOthers(path)) {
    const judge = isProduction ? wrong : warning;
    const says = `${path} may be opened by other users of this machine`;
    return judge(masterKeyHeading, says, `Run: chmod 600 ${path}`);
  }
  try {
    const versions = loadExistingMasterKeys(source).versions();
    return ok(masterKeyHeading, `it can be read, in version ${versions.join(' and ')}`);
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    const todo = 'Put the right key back; keep a copy apart from the backups.';
    return wrong(masterKeyHeading, withoutFullStop(error.message), todo);
  }
}

export const withoutFullStop = (sentence: string) => sentence.replace(/\.$/, '');

/**
 * True if other users may access the file; false on Windows, which has no permission bits, and for
 * a missing file.
 */
function isOpenToOthers(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  return (
    process.platform !== 'win32' && facts !== undefined && (facts.mode & permissionsOfOthers) !== 0
  );
}

const storedKeysHeading = 'Keys in the database';

/** The master keys must open all wrapped keys of the database. */
export async function checkStoredKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
): Promise<Finding> {
  const serviceKey = await findServiceKey(database);
  if (!serviceKey) return ok(storedKeysHeading, 'there are none yet');
  try {
    assertServiceKeyUnwraps(masterKeys, serviceKey);
    await assertMasterKeysSuffice(database, masterKeys, tables);
    return ok(storedKeysHeading, 'the master key opens them');
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    const todo = 'Put the key back with which this database was used; start nothing before.';
    return wrong(storedKeysHeading, withoutFullStop(error.message), todo);
  }
}
