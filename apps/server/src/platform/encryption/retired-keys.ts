import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  createNewFile,
  MasterKeyInvalid,
  readKeyFile,
  replaceFile,
  writeKeyRing,
} from './key-file.ts';

/** A master key that is no longer used, except to restore older backups. */
export interface RetiredKey {
  version: number;
  /** The day of its retirement. */
  since: string;
  path: string;
}

/**
 * Moves a master key from the key file to a new file, which is written first, and returns its path.
 */
export function retireKey(path: string, version: number, now: Date): string {
  const ring = new Map(readKeyFile(path));
  const key = ring.get(version);
  if (!key) throw new MasterKeyInvalid(`${path} holds no master key ${version}.`);
  const retiredPath = unusedPath(path, version, now.toISOString().slice(0, 10));
  createNewFile(retiredPath, writeKeyRing(new Map([[version, key]])));
  ring.delete(version);
  replaceFile(path, writeKeyRing(ring));
  return retiredPath;
}

/** Retired keys beside a key file, by version, newest file first. */
export function listRetiredKeys(path: string): RetiredKey[] {
  const prefix = `${basename(path)}.`;
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  const found = names.flatMap((name) => {
    const pattern = /^(\d{1,9})\.(\d{4}-\d{2}-\d{2})(?:-\d+)?\.aside$/;
    const [, version, since = ''] = name.startsWith(prefix)
      ? (pattern.exec(name.slice(prefix.length)) ?? [])
      : [];
    return version ? [{ version: Number(version), since, path: join(dirname(path), name) }] : [];
  });
  return found.sort((a, b) => a.version - b.version || (a.path < b.path ? 1 : -1));
}

export function findRetiredKey(path: string, version: number): RetiredKey | undefined {
  return listRetiredKeys(path).find((one) => one.version === version);
}

/** Moves a retired key back to the key file. The key only decrypts, unless it is the newest. */
export function reinstateKey(path: string, retired: RetiredKey): void {
  const ring = new Map(readKeyFile(path));
  const key = readKeyFile(retired.path).get(retired.version);
  if (!key) throw new MasterKeyInvalid(`${retired.path} holds no master key ${retired.version}.`);
  const present = ring.get(retired.version);
  if (present && !present.equals(key)) {
    throw new MasterKeyInvalid(
      `${path} holds another master key ${retired.version} than ${retired.path}.`,
    );
  }
  ring.set(retired.version, key);
  const sorted = [...ring].sort(([one], [other]) => one - other);
  replaceFile(path, writeKeyRing(new Map(sorted)));
  rmSync(retired.path);
}

function unusedPath(path: string, version: number, day: string): string {
  const usedPaths = new Set(listRetiredKeys(path).map((one) => one.path));
  const first = `${path}.${version}.${day}`;
  for (let count = 1; ; count += 1) {
    const name = `${count === 1 ? first : `${first}-${count}`}.aside`;
    if (!usedPaths.has(name)) return name;
  }
}
