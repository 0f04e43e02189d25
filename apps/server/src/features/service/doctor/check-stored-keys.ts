import type { KeyTables } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Finding, ok, wrong } from '../../../platform/doctor/finding.ts';
import { MasterKeyInvalid } from '../../../platform/encryption/key-ring-text.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import { assertServiceKeyOpens } from '../../../platform/encryption/service-key.ts';
import { readServiceKey } from '../../../platform/encryption/service-key-repository.ts';
import { assertMasterKeysSuffice } from '../../identity/owner-keys/index.ts';
import { sentencePart } from './check-key-file.ts';

const about = 'Keys in the database';

/** Whether the master keys open what lies closed in the database, all versions of it. */
export async function checkStoredKeys(
  database: Database,
  masterKeys: MasterKeys,
  tables: KeyTables,
): Promise<Finding> {
  const serviceKey = await readServiceKey(database);
  if (!serviceKey) return ok(about, 'there are none yet');
  try {
    assertServiceKeyOpens(masterKeys, serviceKey);
    await assertMasterKeysSuffice(database, masterKeys, tables);
    return ok(about, 'the master key opens them');
  } catch (error) {
    if (!(error instanceof MasterKeyInvalid)) throw error;
    const todo = 'Put the key back with which this database was used; start nothing before.';
    return wrong(about, sentencePart(error.message), todo);
  }
}
