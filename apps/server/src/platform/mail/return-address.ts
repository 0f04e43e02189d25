import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ServiceKey } from '../encryption/service-key.ts';

/** Base32 of RFC 4648, in lower case and without padding. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Recipient of the delivery reports of remote mail servers. */
export type ReturnDestination =
  /** Any address of this domain. */
  | { kind: 'domain'; domain: string }
  /** A mailbox that supports `user+anything@domain`. */
  | { kind: 'mailbox'; user: string; domain: string };

export interface ReturnAddresses {
  /** The envelope sender of a mail; constant per id. */
  addressOf(mailId: string): string;
  /** Undefined for addresses not made by `addressOf`. */
  mailIdOf(address: string): string | undefined;
}

const idBytes = 16;

/** Short, but every guess costs an attacker a mail. */
const macBytes = 10;

const tokenLength = Math.ceil(((idBytes + macBytes) * 8) / 5);

/** RFC 5321, 4.5.3.1.1. */
const longestLocalPart = 64;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Longest local part of a mailbox that leaves room for a token. */
export const longestMailboxName = longestLocalPart - tokenLength - 1;

/**
 * A return address per mail. The MAC prevents forged reports. Tokens are lower case, because mail
 * servers may change the case. Rotating the master key does not change the addresses.
 */
export function createReturnAddresses(
  serviceKey: ServiceKey,
  destination: ReturnDestination,
): ReturnAddresses {
  let key: KeyObject | undefined;
  const macOf = (id: Buffer) => {
    key ??= createSecretKey(serviceKey.derive('return-addresses'));
    return createHmac('sha256', key).update(id).digest().subarray(0, macBytes);
  };
  const prefix = destination.kind === 'domain' ? 'b-' : `${destination.user}+`;
  const suffix = `@${destination.domain}`;
  return {
    addressOf: (mailId) => {
      if (!uuid.test(mailId)) throw new TypeError('A return address is made of a uuid');
      const id = Buffer.from(mailId.replaceAll('-', ''), 'hex');
      return `${prefix}${toBase32(Buffer.concat([id, macOf(id)]))}${suffix}`;
    },
    mailIdOf: (address) => {
      const folded = address.trim().toLowerCase();
      if (!folded.startsWith(prefix.toLowerCase()) || !folded.endsWith(suffix.toLowerCase())) {
        return undefined;
      }
      const bytes = fromBase32(folded.slice(prefix.length, -suffix.length));
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
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/** Decodes base32; returns undefined unless `toBase32` would produce the same text. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    buffer = ((buffer << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 255);
  }
  const read = Buffer.from(bytes);
  return toBase32(read) === text ? read : undefined;
}
