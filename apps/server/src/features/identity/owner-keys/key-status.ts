import type { KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { countKeysByVersion, findServiceKey } from '../../../platform/encryption/key-repository.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { KeyStatus } from './key-rules.ts';

export async function readKeyStatus(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
): Promise<KeyStatus> {
  return {
    versions: versionsOf(masterKeys),
    newest: masterKeys.newestVersion(),
    service: (await findServiceKey(database))?.master_version,
    owners: await countKeysByVersion(database, tables.owners),
    requests: await countKeysByVersion(database, tables.requests),
  };
}

/** The versions that there are, oldest first. */
function versionsOf(masterKeys: MasterKeys): number[] {
  return masterKeys.versions().sort((one, other) => one - other);
}
