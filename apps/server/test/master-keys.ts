import { parseKeyRing } from '../src/platform/encryption/key-file.ts';
import { createMasterKeys, type MasterKeys } from '../src/platform/encryption/master-keys.ts';

/** Master keys from the content of a key file. */
export function masterKeysFrom(text: string): MasterKeys {
  return createMasterKeys('master.key', () => parseKeyRing(text, 'master.key'));
}
