import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

/** Sealed content was changed, moved, or belongs to another owner. */
export class SealBroken extends Error {
  constructor(subject: string, options?: ErrorOptions) {
    super(`${subject} cannot be opened`, options);
    this.name = 'SealBroken';
  }
}

/** `bound` texts are tied to one write of their row as well as to their place. */
const formats = { plain: '1', bound: '2' } as const;
type Format = keyof typeof formats;
export interface TextPlace {
  format: Format;
  place: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Generated in bulk: a call for random bytes takes as long as sealing a short text. */
const nonces = Buffer.alloc(256 * nonceBytes);
let usedNonceBytes = nonces.length;

/** Returns a nonce that is valid until the next call. */
function newNonce(): Buffer {
  if (usedNonceBytes === nonces.length) {
    randomFillSync(nonces);
    usedNonceBytes = 0;
  }
  usedNonceBytes += nonceBytes;
  return nonces.subarray(usedNonceBytes - nonceBytes, usedNonceBytes);
}

/** Returns `format.key.nonce.ciphertext+tag`; `place` is authenticated but not stored. */
export function sealText(
  key: KeyObject,
  keyId: string,
  { format, place }: TextPlace,
  text: string,
): string {
  const nonce = newNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(place));
  const ciphertext = Buffer.concat([
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return [
    formats[format],
    keyId,
    nonce.toString('base64url'),
    ciphertext.toString('base64url'),
  ].join('.');
}

export function openText(
  key: KeyObject,
  keyId: string,
  { format, place }: TextPlace,
  sealed: string,
): string {
  const [givenFormat, givenKeyId, nonce = '', ciphertext = '', ...rest] = sealed.split('.');
  if (givenFormat !== formats[format] || givenKeyId !== keyId || rest.length > 0) {
    throw new SealBroken('A text');
  }
  try {
    const bytes = Buffer.from(ciphertext, 'base64url');
    if (bytes.length < tagBytes) throw new Error('The tag is cut.');
    const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'));
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = decipher.update(bytes.subarray(0, -tagBytes));
    decipher.final();
    return text.toString();
  } catch (cause) {
    throw new SealBroken('A text', { cause });
  }
}

/** `format.key.nonce.`, with a key id of 36 characters. */
const frameCharacters = formats.plain.length + 36 + encodedLength(nonceBytes) + 3;

/** Returns the length of a sealed text in characters. */
export function sealedLength(textBytes: number): number {
  return frameCharacters + encodedLength(textBytes + tagBytes);
}

/**
 * For computing the length of a text from that of its sealed form; see `text_bytes_of` in the
 * database.
 */
export const sealOverhead = { frameCharacters, tagBytes };

function encodedLength(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
