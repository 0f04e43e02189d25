import { assertMasterKeysSuffice } from '../features/identity/owner-keys/check-keys.ts';
import type { KeyStatus } from '../features/identity/owner-keys/key-rules.ts';
import { readKeyStatus } from '../features/identity/owner-keys/key-status.ts';
import type { Rewrapped } from '../features/identity/owner-keys/rewrap-all-keys.ts';
import { wiring } from '../features.ts';
import type { Database } from '../platform/database/database.ts';
import type { MasterKeys } from '../platform/encryption/master-keys.ts';
import { assertServiceKeyOpens } from '../platform/encryption/service-key.ts';
import { readServiceKey } from '../platform/encryption/service-key-repository.ts';
import { noteKeyDropped, rotateKeys } from './rotate-keys.ts';

/** Work of the keys command. A command with the wrong key is refused before it changes anything. */
export interface KeyCommands {
  status(): Promise<KeyStatus>;
  rewrap(signal: AbortSignal): Promise<Rewrapped>;
  noteDropped(version: number): Promise<void>;
}

export async function openKeyCommands(
  database: Database,
  masterKeys: MasterKeys,
): Promise<KeyCommands> {
  const serviceKey = await readServiceKey(database);
  if (serviceKey) assertServiceKeyOpens(masterKeys, serviceKey);
  await assertMasterKeysSuffice(database, masterKeys, wiring.keyTables);
  return {
    status: () => readKeyStatus(database, masterKeys, wiring.keyTables),
    rewrap: (signal) => rotateKeys(database, masterKeys, signal),
    noteDropped: (version) => noteKeyDropped(database, version),
  };
}
