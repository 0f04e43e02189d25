import { describe, expect, it } from 'vitest';
import { limitSubjectOf, parseTrustedProxies, resolveClientAddress } from './client-address.ts';

const trusted = parseTrustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48']);
const resolve = (peer: string, forwardedFor?: string) =>
  resolveClientAddress(peer, forwardedFor, trusted);

describe('the address of a client', () => {
  it('is the peer’s when the peer is no trusted proxy, whatever it claims', () => {
    expect(resolve('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(resolveClientAddress('127.0.0.1', '203.0.113.9', parseTrustedProxies([]))).toBe(
      '127.0.0.1',
    );
  });

  it('is the last one that a trusted proxy did not vouch for', () => {
    expect(resolve('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(resolve('10.0.0.1', '1.1.1.1, 203.0.113.9, 192.0.2.7, 10.9.9.9')).toBe('203.0.113.9');
    expect(resolve('2001:db8:1::5', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the nearest trusted proxy’s when nothing before it can be read', () => {
    expect(resolve('10.0.0.1')).toBe('10.0.0.1');
    expect(resolve('10.0.0.1', '')).toBe('10.0.0.1');
    expect(resolve('10.0.0.1', '203.0.113.9, unknown, 10.0.0.2')).toBe('10.0.0.2');
    expect(resolve('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });

  it('is written the same way for an IPv4 client on an IPv6 socket', () => {
    expect(resolve('::ffff:198.51.100.1')).toBe('198.51.100.1');
    expect(resolve('::ffff:10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('is read with a port or brackets, as some proxies write it', () => {
    expect(resolve('10.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9');
    expect(resolve('10.0.0.1', '[2001:db8:2::1]:4711')).toBe('2001:db8:2::1');
  });
});

describe('the list of trusted proxies', () => {
  it('names the entry that is neither an address nor a range', () => {
    for (const entry of ['proxy.local', '10', '10.0.0.0/99', '']) {
      expect(() => parseTrustedProxies(['10.0.0.1', entry])).toThrow(`"${entry}"`);
    }
  });

  it('understands ranges written in the IPv4-mapped form', () => {
    const mapped = parseTrustedProxies(['::ffff:10.0.0.0/104']);
    expect(resolveClientAddress('10.1.2.3', '203.0.113.9', mapped)).toBe('203.0.113.9');
  });
});

describe('limits', () => {
  it('count all addresses of an IPv6 /64 as one', () => {
    expect(limitSubjectOf('2001:db8:5:6:1::1')).toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('2001:db8:5:6:ffff::2')).toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('2001:db8:5:7::1')).not.toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('203.0.113.9')).toBe('203.0.113.9');
  });
});
