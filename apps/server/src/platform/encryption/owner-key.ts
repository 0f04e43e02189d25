import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { MasterKeys, WrappedKey } from './master-keys.ts';
import {
  type OpenedFile,
  openBytes,
  openParts,
  type ReadSealed,
  sealBytes,
} from './sealed-stream.ts';
import { openText, sealText, type TextPlace } from './sealed-text.ts';

/** An owner's key as it lies in the database. */
export interface WrappedOwnerKey extends WrappedKey {
  key_id: string;
}

export interface TextReader {
  open(row: string, field: string, sealed: string, sealId?: string): string;
}

/** A key object is shared between threads: its bytes are neither copied nor readable from there. */
export interface TextKey {
  user_id: string;
  key_id: string;
  key: KeyObject;
}

/**
 * The one door to an owner's content. Whatever it seals can be opened only with the same owner's
 * key and only for the same row and field.
 *
 * Texts that can be changed are also bound to the writing of their row: it gets a new `seal_id` each
 * time, and an older text put back beside a newer id does not open.
 */
export interface OwnerKey extends TextReader {
  readonly id: string;
  seal(row: string, field: string, text: string, sealId?: string): string;
  /** For another thread of this process, which then can open texts and nothing else. */
  textKey(): TextKey;
  /** Tells whether two texts of this owner are the same, and nothing else. */
  digest(field: string, text: string): string;
  /** Exactly `size` bytes; see sealBytes. */
  sealFile(fileId: string, bytes: AsyncIterable<Buffer>, size: number): AsyncIterable<Buffer>;
  openFile(fileId: string, sealed: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Any part of a file of so many bytes; see openParts. */
  openFileParts(fileId: string, size: number, read: ReadSealed): Promise<OpenedFile>;
}

export function newOwnerKey(
  masterKeys: MasterKeys,
  userId: string,
  keyId: string,
): WrappedOwnerKey {
  return { key_id: keyId, ...masterKeys.wrap(placeOfKey(userId, keyId), randomBytes(32)) };
}

/** Opens the key of this owner. The key of another is refused, whatever row it was read from. */
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
    openFileParts: (fileId, size, read) => openParts(fileKey(), placeOfFile(fileId), size, read),
  };
}

/** What was handed over by `textKey`, on the other thread. */
export function textReader({ user_id, key_id, key }: TextKey): TextReader {
  const placeOfText = textPlaces(user_id);
  return {
    open: (row, field, sealed, sealId) =>
      openText(key, key_id, placeOfText(row, field, sealId), sealed),
  };
}

/** The same key, closed with the newest master key. */
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

/** As a key object: Node takes many times longer to start a cipher with a key in plain bytes. */
function subkey(secret: KeyObject, purpose: string): KeyObject {
  const key = hkdfSync('sha256', secret, Buffer.alloc(0), `zavet/owner/${purpose}`, 32);
  return secretKey(Buffer.from(key));
}

/** The key object holds the bytes from now on; they do not lie anywhere else. */
function secretKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Owners' keys, for features that store content. */
export interface Vault {
  /** The key of this owner, made on first use. */
  keyOf(userId: string): Promise<OwnerKey>;
  /** The key of this owner out of a row that was read together with the content. */
  open(userId: string, stored: WrappedOwnerKey): OwnerKey;
  /**
   * The key as it was a moment ago, without asking the database. Only for a statement that writes
   * nothing unless the owner still has this key.
   */
  recentKeyOf(userId: string): Promise<OwnerKey>;
  /** A key for something that keeps one of its own, bound to its id; opened with `open`. */
  newKey(id: string): WrappedOwnerKey;
}
