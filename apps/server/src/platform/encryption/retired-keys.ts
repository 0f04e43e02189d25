import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  createNewFile,
  MasterKeyInvalid,
  readKeyFile,
  replaceFile,
  writeKeyRing,
} from './key-file.ts';

/** A master key that is no longer in use. Backups made with it still need it. */
export interface RetiredKey {
  version: number;
  /** The day on which it was put aside. */
  since: string;
  path: string;
}

/**
 * Takes a master key out of the file and keeps it in a file of its own beside it. That one is there
 * before the key leaves the first: it is never in neither.
 */
export function retireKey(path: string, version: number, now: Date): string {
  const ring = new Map(readKeyFile(path));
  const key = ring.get(version);
  if (!key) throw new MasterKeyInvalid(`${path} holds no master key ${version}.`);
  const aside = freeName(path, version, now.toISOString().slice(0, 10));
  createNewFile(aside, writeKeyRing(new Map([[version, key]])));
  ring.delete(version);
  replaceFile(path, writeKeyRing(ring));
  return aside;
}

/** The keys beside a key file, by version, the newest file of each first. */
export function listRetiredKeys(path: string): RetiredKey[] {
  const start = `${basename(path)}.`;
  const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
  const found = names.flatMap((name) => {
    const shape = /^(\d{1,9})\.(\d{4}-\d{2}-\d{2})(?:-\d+)?\.aside$/;
    const [, version, since = ''] = name.startsWith(start)
      ? (shape.exec(name.slice(start.length)) ?? [])
      : [];
    return version ? [{ version: Number(version), since, path: join(dirname(path), name) }] : [];
  });
  return found.sort((a, b) => a.version - b.version || (a.path < b.path ? 1 : -1));
}

export function findRetiredKey(path: string, version: number): RetiredKey | undefined {
  return listRetiredKeys(path).find((one) => one.version === version);
}

/** Puts a key that lies aside back into use. In use, it closes nothing new unless it is the newest. */
export function reinstateKey(path: string, aside: RetiredKey): void {
  const ring = new Map(readKeyFile(path));
  const key = readKeyFile(aside.path).get(aside.version);
  if (!key) throw new MasterKeyInvalid(`${aside.path} holds no master key ${aside.version}.`);
  const there = ring.get(aside.version);
  if (there && !there.equals(key)) {
    throw new MasterKeyInvalid(
      `${path} holds another master key ${aside.version} than ${aside.path}.`,
    );
  }
  ring.set(aside.version, key);
  const inOrder = [...ring].sort(([one], [other]) => one - other);
  replaceFile(path, writeKeyRing(new Map(inOrder)));
  rmSync(aside.path);
}

function freeName(path: string, version: number, day: string): string {
  const taken = new Set(listRetiredKeys(path).map((one) => one.path));
  const first = `${path}.${version}.${day}`;
  for (let count = 1; ; count += 1) {
    const name = `${count === 1 ? first : `${first}-${count}`}.aside`;
    if (!taken.has(name)) return name;
  }
}
