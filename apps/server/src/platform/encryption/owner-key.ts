import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { MasterKeys, WrappedKey } from './master-keys.ts';
import {
  type OpenedFile,
  openBytes,
  openRanges,
  type ReadSealed,
  sealBytes,
} from './sealed-stream.ts';
import { openText, sealText, type TextPlace } from './sealed-text.ts';

/** An owner's key as stored in the database. */
export interface WrappedOwnerKey extends WrappedKey {
  key_id: string;
}

export interface TextReader {
  open(row: string, field: string, sealed: string, sealId?: string): string;
}

/** Can be passed to other threads: a key object neither copies nor exposes its bytes. */
export interface TextKey {
  user_id: string;
  key_id: string;
  key: KeyObject;
}

/**
 * The only access to an owner's content. A seal is bound to owner, row and field.
 *
 * Texts that can change are also bound to the `seal_id` of the write, so an older text cannot be
 * restored beside a newer id.
 */
export interface OwnerKey extends TextReader {
  readonly id: string;
  seal(row: string, field: string, text: string, sealId?: string): string;
  /** Returns a key for another thread that can only open texts. */
  textKey(): TextKey;
  /** Returns a digest that is equal for equal texts of this owner and reveals nothing else. */
  digest(field: string, text: string): string;
  /** See `sealBytes`. */
  sealFile(fileId: string, bytes: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer>;
  openFile(fileId: string, sealed: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** See `openRanges`. */
  openFileRanges(fileId: string, size: number, read: ReadSealed): Promise<OpenedFile>;
}

export function newOwnerKey(
  masterKeys: MasterKeys,
  userId: string,
  keyId: string,
): WrappedOwnerKey {
  return { key_id: keyId, ...masterKeys.wrap(placeOfKey(userId, keyId), randomBytes(32)) };
}

/**
 * Opens the key of an owner. Throws for the key of another owner, even if it was read from the row
 * of this owner.
 */
export function openOwnerKey(
  masterKeys: MasterKeys,
  userId: string,
  stored: WrappedOwnerKey,
): OwnerKey {
  const { key_id: keyId } = stored;
  const secret = secretKey(masterKeys.unwrap(placeOfKey(userId, keyId), stored));
  const textKey = lazy(() => subkey(secret, 'text'));
  const fileKey = lazy(() => subkey(secret, 'file'));
  const digestKey = lazy(() => subkey(secret, 'digest'));
  const placeOfText = textPlaces(userId);
  const placeOfFile = (fileId: string) => JSON.stringify(['file', userId, fileId]);
  return {
    id: keyId,
    textKey: () => ({ user_id: userId, key_id: keyId, key: textKey() }),
    seal: (row, field, text, sealId) =>
      sealText(textKey(), keyId, placeOfText(row, field, sealId), text),
    open: (row, field, sealed, sealId) =>
      openText(textKey(), keyId, placeOfText(row, field, sealId), sealed),
    digest: (field, text) =>
      createHmac('sha256', digestKey())
        .update(JSON.stringify([field, text]))
        .digest('base64url'),
    sealFile: (fileId, bytes, size) => sealBytes(fileKey(), placeOfFile(fileId), bytes, size),
    openFile: (fileId, sealed) => openBytes(fileKey(), placeOfFile(fileId), sealed),
    openFileRanges: (fileId, size, read) => openRanges(fileKey(), placeOfFile(fileId), size, read),
  };
}

/** Opens texts on another thread. */
export function textReader({ user_id, key_id, key }: TextKey): TextReader {
  const placeOfText = textPlaces(user_id);
  return {
    open: (row, field, sealed, sealId) =>
      openText(key, key_id, placeOfText(row, field, sealId), sealed),
  };
}

/** Encrypts the same key with the newest master key. */
export function rewrapOwnerKey(
  masterKeys: MasterKeys,
  userId: string,
  stored: WrappedOwnerKey,
): WrappedOwnerKey {
  const place = placeOfKey(userId, stored.key_id);
  return { key_id: stored.key_id, ...masterKeys.wrap(place, masterKeys.unwrap(place, stored)) };
}

function textPlaces(userId: string) {
  return (row: string, field: string, sealId?: string): TextPlace => {
    const place = ['text', userId, row, field];
    return sealId === undefined
      ? { format: 'plain', place: JSON.stringify(place) }
      : { format: 'bound', place: JSON.stringify([...place, sealId]) };
  };
}

function placeOfKey(userId: string, keyId: string): string {
  return JSON.stringify(['owner-key', userId, keyId]);
}

/** Ciphers start much faster with a key object than with plain bytes. */
function subkey(secret: KeyObject, purpose: string): KeyObject {
  const key = hkdfSync('sha256', secret, Buffer.alloc(0), `zavet/owner/${purpose}`, 32);
  return secretKey(Buffer.from(key));
}

/** Creates a key object and clears the bytes, so that only the object holds them. */
function secretKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

/** Owners' keys, for features that store content. */
export interface Vault {
  /** Creates the key on first use. */
  keyOf(userId: string): Promise<OwnerKey>;
  /** Opens a key that was read together with the content. */
  open(userId: string, stored: WrappedOwnerKey): OwnerKey;
  /**
   * May return a cached key, without a query. Only for statements that recheck the key id when they
   * write.
   */
  recentKeyOf(userId: string): Promise<OwnerKey>;
  /** Creates a key for a row that stores its own key; `open` opens it. */
  newKey(id: string): WrappedOwnerKey;
}
