import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCluster } from '../database/embedded/cluster.ts';

const keyBytes = 32;

/** The master key is missing or wrong. The message is for the operator. */
export class MasterKeyInvalid extends Error {}

/** The master keys by version. The newest encrypts, all of them decrypt. */
export type KeyRing = ReadonlyMap<number, Buffer>;

/** Parses `version:base64` entries, separated by commas or line breaks. The default version is 1. */
export function parseKeyRing(text: string, origin: string): KeyRing {
  const ring = new Map<number, Buffer>();
  for (const entry of text.split(/[,\n]/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [, version = '1', base64 = ''] = /^(?:(\d{1,9}):)?([A-Za-z0-9+/]+=*)$/.exec(entry) ?? [];
    const key = Buffer.from(base64, 'base64');
    if (key.length !== keyBytes || Number(version) < 1) {
      throw new MasterKeyInvalid(`${origin} must hold ${keyBytes} bytes written in base64.`);
    }
    if (ring.has(Number(version))) {
      throw new MasterKeyInvalid(`${origin} holds two master keys of version ${Number(version)}.`);
    }
    ring.set(Number(version), key);
  }
  if (ring.size === 0) {
    throw new MasterKeyInvalid(`${origin} must hold ${keyBytes} bytes written in base64.`);
  }
  return ring;
}

export function writeKeyRing(ring: KeyRing): string {
  return [...ring].map(([version, key]) => `${version}:${key.toString('base64')}\n`).join('');
}

export function newestVersion(ring: KeyRing): number {
  return Math.max(...ring.keys());
}

export function readKeyFile(path: string): KeyRing {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new MasterKeyInvalid(`MASTER_KEY_FILE names ${path}, which cannot be read.`, { cause });
  }
  return parseKeyRing(text, path);
}

const groupAndOthers = 0o077;

/** Refuses a key file that other users may read or replace. */
export function assertPrivateFile(path: string): void {
  // Windows has no such mode bits. A missing file is reported when it is read.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (process.platform === 'win32' || !stats || (stats.mode & groupAndOthers) === 0) return;
  throw new MasterKeyInvalid(
    `MASTER_KEY_FILE names ${path}, which other users of this machine may open; run chmod 600 ${path} first.`,
  );
}

/** Adds a new master key and returns its version. */
export function addKeyToFile(path: string): number {
  const ring = readKeyFile(path);
  const version = newestVersion(ring) + 1;
  replaceFile(path, writeKeyRing(new Map([...ring, [version, randomBytes(keyBytes)]])));
  return version;
}

export function generatedKeyPath(dataDir: string): string {
  return join(dataDir, 'keys', 'master.key');
}

/**
 * Generates a key file unless it exists. Concurrent processes agree on one key, because only the
 * first link succeeds.
 */
export function ensureGeneratedKey(dataDir: string): void {
  const path = generatedKeyPath(dataDir);
  if (existsSync(path)) return;
  if (hasCluster(dataDir)) {
    throw new MasterKeyInvalid(
      `The master key ${path} is missing although ${dataDir} holds a database; put it back, because a new key decrypts nothing.`,
    );
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = writeDraft(path, writeKeyRing(new Map([[1, randomBytes(keyBytes)]])));
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

/** Replaces a file atomically and durably. */
export function replaceFile(path: string, text: string): void {
  renameSync(writeDraft(path, text), path);
  syncFolderOf(path);
}

/** Creates a private file. Fails if it exists. */
export function createNewFile(path: string, text: string): void {
  const draft = writeDraft(path, text);
  try {
    linkSync(draft, path);
  } finally {
    rmSync(draft);
  }
  syncFolderOf(path);
}

function syncFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

function writeDraft(path: string, text: string): string {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
  return draft;
}
