import { dirname } from 'node:path';
import { lockFolder } from '../platform/database/folder-lock.ts';
import { readKeyFile } from '../platform/encryption/key-file.ts';
import { writeKeyRing } from '../platform/encryption/key-ring-text.ts';
import { findKeyAside, takeKeyBack } from '../platform/encryption/keys-aside.ts';
import { loadMasterKeys, type MasterKeys } from '../platform/encryption/master-keys.ts';

export interface KeysOfBackup {
  /** Those in use, and those that the backup needs and that lie aside. */
  masterKeys: MasterKeys;
  /** Puts the latter back into use: what is restored is closed with them. */
  takeBack(tell: (sentence: string) => void): Promise<void>;
}

/** Looks beside the key file for master keys that a backup needs and that are no longer in use. */
export function keysOfBackup(masterKeys: MasterKeys, needed: readonly number[]): KeysOfBackup {
  const { path } = masterKeys;
  const missing = needed.filter((version) => !masterKeys.versions().includes(version));
  const aside =
    path === undefined ? [] : missing.flatMap((version) => findKeyAside(path, version) ?? []);
  if (path === undefined || aside.length === 0) return { masterKeys, takeBack: async () => {} };
  const ring = new Map(readKeyFile(path));
  for (const one of aside) {
    for (const [version, key] of readKeyFile(one.path)) ring.set(version, key);
  }
  const together = loadMasterKeys({ kind: 'value', text: writeKeyRing(ring) });
  return {
    masterKeys: { ...together, path },
    takeBack: async (tell) => {
      const lock = await lockFolder(dirname(path));
      try {
        for (const one of aside) {
          takeKeyBack(path, one);
          tell(`Master key ${one.version} was taken back from ${one.path}: the backup needs it.`);
        }
      } finally {
        await lock.release();
      }
    },
  };
}
