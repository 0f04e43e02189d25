import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  assertPrivateFile,
  ensureGeneratedKey,
  type KeyRing,
  MasterKeyInvalid,
  newestVersion,
  readKeyFile,
} from './key-file.ts';
import { findRetiredKey } from './retired-keys.ts';

export interface MasterKeySource {
  path: string;
  /** The key is generated if this data folder has no database yet. */
  generatedFor?: string;
  mustBePrivate?: boolean;
}

/** A key as stored in the database, encrypted with a master key outside of it. */
export interface WrappedKey {
  master_version: number;
  wrapped: string;
}

/** Keys that encrypt all other keys. They are never stored in the database. */
export interface MasterKeys {
  /** Encrypts a key and binds it to `place`, which identifies its owner. */
  wrap(place: string, key: Buffer): WrappedKey;
  /** Throws `MasterKeyInvalid` if no master key fits. */
  unwrap(place: string, wrapped: WrappedKey): Buffer;
  /** The version for new keys. Rereads the file, so added keys are found. */
  newestVersion(): number;
  versions(): number[];
  /** False if the key file has disappeared. */
  isPresent(): boolean;
  readonly path: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function loadMasterKeys({
  path,
  generatedFor,
  mustBePrivate = false,
}: MasterKeySource): MasterKeys {
  if (generatedFor !== undefined) ensureGeneratedKey(generatedFor);
  if (mustBePrivate) assertPrivateFile(path);
  return createMasterKeys(path, () => readKeyFile(path));
}

/**
 * Creates the master keys from those that `read` returns; calls `read` again for unknown versions.
 */
export function createMasterKeys(path: string, read: () => KeyRing): MasterKeys {
  let ring = read();
  /** Reads the keys again; keeps the known keys if the file cannot be read. */
  const reloadRing = (): KeyRing => {
    try {
      ring = read();
    } catch {}
    return ring;
  };
  return {
    wrap: (place, key) => {
      const master_version = newestVersion(reloadRing());
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, wrappingKey(ring, master_version), nonce);
      cipher.setAAD(Buffer.from(place));
      const closed = Buffer.concat([
        nonce,
        cipher.update(key),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return { master_version, wrapped: closed.toString('base64url') };
    },
    unwrap: (place, { master_version, wrapped }) => {
      const known = ring.has(master_version) ? ring : reloadRing();
      if (!known.has(master_version)) throw missingKeyError(master_version, path);
      return unwrapWith(wrappingKey(known, master_version), place, wrapped);
    },
    newestVersion: () => newestVersion(reloadRing()),
    versions: () => [...reloadRing().keys()],
    isPresent: () => existsSync(path),
    path,
  };
}

/** For commands, which must never generate a key. */
export function loadExistingMasterKeys(source: MasterKeySource): MasterKeys {
  const { path, generatedFor } = source;
  if (generatedFor === undefined) return loadMasterKeys(source);
  if (existsSync(path)) return loadMasterKeys({ path });
  throw new MasterKeyInvalid(
    `The master key ${path} is missing; put it back, or name its file in MASTER_KEY_FILE.`,
  );
}

/** Returns the error for a missing master key, which names the file of the retired key, if any. */
export function missingKeyError(version: number, path?: string): MasterKeyInvalid {
  const retired = path === undefined ? undefined : findRetiredKey(path, version);
  const remedy = retired
    ? `it lies in ${retired.path}, and zavet keys take-back ${version} puts it back`
    : 'put it back';
  return new MasterKeyInvalid(
    `The master key of version ${version} is missing although keys in the database need it; ${remedy}.`,
  );
}

function unwrapWith(key: KeyObject, place: string, wrapped: string): Buffer {
  const closed = Buffer.from(wrapped, 'base64url');
  const decipher = createDecipheriv(algorithm, key, closed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(closed.subarray(-tagBytes));
  try {
    return Buffer.concat([
      decipher.update(closed.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ]);
  } catch (cause) {
    throw new MasterKeyInvalid(
      'The master key does not open what lies in the database; put the right key back.',
      { cause },
    );
  }
}

/** Cached per master key: every request unwraps an owner's key. */
const wrappingKeys = new WeakMap<Buffer, KeyObject>();

function wrappingKey(ring: KeyRing, version: number): KeyObject {
  const master = ring.get(version);
  if (!master) throw missingKeyError(version);
  const known = wrappingKeys.get(master);
  if (known) return known;
  const bytes = hkdfSync('sha256', master, Buffer.alloc(0), 'zavet/key-wrapping', 32);
  const key = createSecretKey(Buffer.from(bytes));
  wrappingKeys.set(master, key);
  return key;
}
