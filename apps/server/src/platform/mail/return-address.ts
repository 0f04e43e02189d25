import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from '../encryption/service-key.ts';

/** RFC 4648, in small letters and without padding. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Where reports about our mails are to go. */
export type ReturnDestination =
  /** Every address of this domain is ours. */
  | { kind: 'domain'; domain: string }
  /** One mailbox, reached under `user+anything@domain` as well. */
  | { kind: 'mailbox'; user: string; domain: string };

export interface ReturnAddresses {
  /** The envelope sender of the mail with this id; always the same. */
  addressOf(mailId: string): string;
  /** The id of the mail that this address was made for; undefined for any other address. */
  mailIdOf(address: string): string | undefined;
}

const idBytes = 16;

/** Nobody can try many: every guess is a mail to us. */
const macBytes = 10;

const tokenLength = Math.ceil(((idBytes + macBytes) * 8) / 5);

/** RFC 5321, 4.5.3.1.1. */
const longestLocalPart = 64;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The longest name of a mailbox that leaves room for a token. */
export const longestMailboxName = longestLocalPart - tokenLength - 1;

/**
 * A return address of its own for every mail. A report is about the mail whose address it comes to,
 * whatever else it says, and only who has seen that address can send one. Letters are small ones: mail
 * servers may fold them. The key stays the same when the master key changes, and with it every address.
 */
export function createReturnAddresses(
  serviceKey: ServiceKey,
  place: ReturnDestination,
): ReturnAddresses {
  let key: KeyObject | undefined;
  const macOf = (id: Buffer) => {
    key ??= createSecretKey(serviceKey.derive('return-addresses'));
    return createHmac('sha256', key).update(id).digest().subarray(0, macBytes);
  };
  const before = place.kind === 'domain' ? 'b-' : `${place.user}+`;
  const after = `@${place.domain}`;
  return {
    addressOf: (mailId) => {
      if (!uuid.test(mailId)) throw new TypeError('A return address is made of a uuid');
      const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
      return `${before}${toBase32(Buffer.concat([id, macOf(id)]))}${after}`;
    },
    mailIdOf: (address) => {
      const folded = address.trim().toLowerCase();
      if (!folded.startsWith(before.toLowerCase()) || !folded.endsWith(after.toLowerCase())) {
        return undefined;
      }
      const bytes = fromBase32(folded.slice(before.length, -after.length));
      if (bytes?.length !== idBytes + macBytes) return undefined;
      const id = bytes.subarray(0, idBytes);
      return timingSafeEqual(bytes.subarray(idBytes), macOf(id)) ? uuidOf(id) : undefined;
    },
  };
}

function uuidOf(id: Buffer): string {
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let kept = 0;
  let bits = 0;
  for (const byte of bytes) {
    kept = ((kept << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(kept >> bits) & 31];
    }
  }
  return bits > 0 ? text + alphabet[(kept << (5 - bits)) & 31] : text;
}

/** Undefined for what `toBase32` would not write like that. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let kept = 0;
  let bits = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    kept = ((kept << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((kept >> bits) & 255);
  }
  const read = Buffer.from(bytes);
  return toBase32(read) === text ? read : undefined;
}
