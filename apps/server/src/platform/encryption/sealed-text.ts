import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

/** What was sealed cannot be opened here: it was changed, moved, or belongs to somebody else. */
export class SealBroken extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`${what} cannot be opened`, options);
    this.name = 'SealBroken';
  }
}

/** `bound`: what is sealed is bound to a writing of its row as well as to its place. */
const formats = { plain: '1', bound: '2' } as const;
type Format = keyof typeof formats;
export interface TextPlace {
  format: Format;
  place: string;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Many at once: asking for few random bytes takes about as long as sealing a short text. */
const nonces = Buffer.alloc(256 * nonceBytes);
let usedOfNonces = nonces.length;

/** Random, and good until the next one is asked for. */
function newNonce(): Buffer {
  if (usedOfNonces === nonces.length) {
    randomFillSync(nonces);
    usedOfNonces = 0;
  }
  usedOfNonces += nonceBytes;
  return nonces.subarray(usedOfNonces - nonceBytes, usedOfNonces);
}

/** `format.key.nonce.ciphertext and tag`; `place` is bound to it and not kept in it. */
export function sealText(
  key: KeyObject,
  keyId: string,
  { format, place }: TextPlace,
  text: string,
): string {
  const nonce = newNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(place));
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [formats[format], keyId, nonce.toString('base64url'), closed.toString('base64url')].join(
    '.',
  );
}

export function openText(
  key: KeyObject,
  keyId: string,
  { format, place }: TextPlace,
  sealed: string,
): string {
  const [givenFormat, givenKeyId, nonce = '', closed = '', ...rest] = sealed.split('.');
  if (givenFormat !== formats[format] || givenKeyId !== keyId || rest.length > 0) {
    throw new SealBroken('A text');
  }
  try {
    const bytes = Buffer.from(closed, 'base64url');
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
const beforeClosed = formats.plain.length + 36 + encodedLength(nonceBytes) + 3;

/** How many characters a text of so many bytes takes when it is sealed. */
export function sealedLength(textBytes: number): number {
  return beforeClosed + encodedLength(textBytes + tagBytes);
}

/** What tells, without opening a text, how many bytes it has: see `text_bytes_of` in the database. */
export const sealMeasures = { frameCharacters: beforeClosed, tagBytes };

function encodedLength(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}
