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
const addresses = (place: ReturnDestination, secret = key) =>
  createReturnAddresses({ derive: () => secret }, place);

describe('a return address', () => {
  it.each([domain, mailbox])('of $kind leads back to its mail, in any case of letters', (place) => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const address = addresses(place).addressOf(id);
        expect(address.slice(0, address.indexOf('@')).length).toBeLessThanOrEqual(64);
        expect(addresses(place).mailIdOf(address)).toBe(id);
        expect(addresses(place).mailIdOf(` ${address.toUpperCase()}`)).toBe(id);
      }),
    );
  });

  it('is the same for the same mail, and belongs to the domain or the mailbox', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const { addressOf } = addresses(domain);
    expect(addressOf(id)).toBe(addressOf(id));
    expect(addressOf(id)).toMatch(/^b-[a-z2-7]{42}@bounces\.example\.org$/);
    expect(addresses(mailbox).addressOf(id)).toMatch(/^Bounces\+[a-z2-7]{42}@Example\.org$/);
  });

  it('fits a mailbox with the longest name that is allowed', () => {
    const user = 'x'.repeat(longestMailboxName);
    const address = addresses({ kind: 'mailbox', user, domain: 'a.org' }).addressOf(
      '019a0000-0000-7000-8000-000000000001',
    );
    expect(address.indexOf('@')).toBe(64);
  });

  it('leads nowhere when any letter of it was changed', () => {
    const id = '019a0000-0000-7000-8000-000000000001';
    const address = addresses(domain).addressOf(id);
    for (let place = 2; place < address.indexOf('@'); place += 1) {
      const other = address[place] === 'a' ? 'b' : 'a';
      const forged = address.slice(0, place) + other + address.slice(place + 1);
      expect([forged, addresses(domain).mailIdOf(forged)]).toEqual([forged, undefined]);
    }
  });

  it('leads nowhere under another key, in another domain, cut, longer or without a token', () => {
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

  it('is made of the id of a mail alone', () => {
    expect(() => addresses(domain).addressOf('anna@example.org')).toThrow('uuid');
  });
});

describe('base32', () => {
  it('gives back what was written, and refuses what nobody would write', () => {
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
