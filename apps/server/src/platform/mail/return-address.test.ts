import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createReturnAddresses,
  fromBase32,
  longestMailboxName,
  type ReturnDestination,
  toBase32,
} from './return-address.ts';

const key = Buffer.alloc(32, 7);
const domain: ReturnDestination = { kind: 'domain', domain: 'bounces.example.org' };
const mailbox: ReturnDestination = { kind: 'mailbox', user: 'Bounces', domain: 'Example.org' };
const addresses = (destination: ReturnDestination, secret = key) =>
  createReturnAddresses({ derive: () => secret }, destination);

describe('a return address', () => {
  it.each([domain, mailbox])(
    'of a $kind is assigned to its mail, in upper and lower case',
    (destination) => {
      fc.assert(
        fc.property(fc.uuid(), (id) => {
          const address = addresses(destination).addressOf(id);
          expect(address.slice(0, address.indexOf('@')).length).toBeLessThanOrEqual(64);
          expect(addresses(destination).mailIdOf(address)).toBe(id);
          expect(addresses(destination).mailIdOf(` ${address.toUpperCase()}`)).toBe(id);
        }),
      );
    },
  );

  it('is constant per mail, in the domain or mailbox', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const { addressOf } = addresses(domain);
    expect(addressOf(id)).toBe(addressOf(id));
    expect(addressOf(id)).toMatch(/^b-[a-z2-7]{42}@bounces\.example\.org$/);
    expect(addresses(mailbox).addressOf(id)).toMatch(/^Bounces\+[a-z2-7]{42}@Example\.org$/);
  });

  it('fits the longest mailbox name', () => {
    const user = 'x'.repeat(longestMailboxName);
    const address = addresses({ kind: 'mailbox', user, domain: 'a.org' }).addressOf(
      '019a0000-0000-7000-8000-000000000001',
    );
    expect(address.indexOf('@')).toBe(64);
  });

  it('is invalid with any changed character', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const address = addresses(domain).addressOf(id);
    for (let at = 2; at < address.indexOf('@'); at += 1) {
      const other = address[at] === 'a' ? 'b' : 'a';
      const forged = address.slice(0, at) + other + address.slice(at + 1);
      expect([forged, addresses(domain).mailIdOf(forged)]).toEqual([forged, undefined]);
    }
  });

  it('is invalid with another key or domain, truncated, extended or without a token', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const own = addresses(domain);
    const address = own.addressOf(id);
    expect(own.mailIdOf(addresses(domain, randomBytes(32)).addressOf(id))).toBeUndefined();
    expect(own.mailIdOf(address.replace('@bounces.', '@evil.'))).toBeUndefined();
    expect(own.mailIdOf(address.replace('@', 'a@'))).toBeUndefined();
    expect(own.mailIdOf(address.replace(/.@/, '@'))).toBeUndefined();
    for (const none of [
      '',
      '@bounces.example.org',
      'b-@bounces.example.org',
      'b-é@bounces.example.org',
    ]) {
      expect([none, own.mailIdOf(none)]).toEqual([none, undefined]);
    }
  });

  it('requires a uuid', () => {
    expect(() => addresses(domain).addressOf('anna@example.org')).toThrow('uuid');
  });
});

describe('base32', () => {
  it('decodes its own output only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(fromBase32(toBase32(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
    expect(toBase32(Buffer.from('foobar'))).toBe('mzxw6ytboi');
    expect(fromBase32('mzxw6ytbo1')).toBeUndefined();
    expect(fromBase32('mzxw6ytbok')).toBeUndefined();
  });
});
