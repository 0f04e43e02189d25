import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const keyBytes = 32;

/** The one secret everything else is derived from. It never lies in the database. */
export interface MasterKey {
  /** A key for one purpose; different purposes give unrelated keys. */
  derive(purpose: string): Buffer;
  /** Whether the key can still be found where it was read from. */
  isPresent(): boolean;
}

export type MasterKeySource =
  | { kind: 'value'; base64: string }
  | { kind: 'file'; path: string }
  | { kind: 'generated'; dataDir: string };

export class MasterKeyInvalid extends Error {}

export function loadMasterKey(source: MasterKeySource): MasterKey {
  if (source.kind === 'value') return keyFrom(parseKey(source.base64, 'MASTER_KEY'), () => true);
  const path = source.kind === 'file' ? source.path : generatedKeyPath(source.dataDir);
  if (source.kind === 'generated') generateOnce(path, source.dataDir);
  return keyFrom(parseKey(readKeyFile(path), path), () => existsSync(path));
}

function keyFrom(master: Buffer, isPresent: () => boolean): MasterKey {
  return {
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `zavet/${purpose}`, keyBytes)),
    isPresent,
  };
}

function parseKey(base64: string, origin: string): Buffer {
  const key = Buffer.from(base64.trim(), 'base64');
  if (key.length !== keyBytes) {
    throw new MasterKeyInvalid(`${origin} must hold ${keyBytes} bytes written in base64.`);
  }
  return key;
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new MasterKeyInvalid(`MASTER_KEY_FILE names ${path}, which cannot be read.`, { cause });
  }
}

function generatedKeyPath(dataDir: string): string {
  return join(dataDir, 'keys', 'master.key');
}

/** Two processes may start at once: only one key can ever win the final name. */
function generateOnce(path: string, dataDir: string): void {
  if (existsSync(path)) return;
  if (existsSync(join(dataDir, 'database'))) {
    throw new MasterKeyInvalid(
      `The master key ${path} is missing although ${dataDir} holds a database; put the key back, a new one would not open what the old one closed.`,
    );
  }
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', 0o600);
  writeFileSync(file, `${randomBytes(keyBytes).toString('base64')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
