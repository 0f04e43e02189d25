import { describe, expect, it } from 'vitest';
import { limitSubjectOf, parseTrustedProxies, resolveClientAddress } from './client-address.ts';

const trusted = parseTrustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:1::/48']);
const resolve = (peer: string, forwardedFor?: string) =>
  resolveClientAddress(peer, forwardedFor, trusted);

describe('the address of a client', () => {
  it('is the peer’s unless the peer is a trusted proxy', () => {
    expect(resolve('198.51.100.1', '203.0.113.9')).toBe('198.51.100.1');
    expect(resolveClientAddress('127.0.0.1', '203.0.113.9', parseTrustedProxies([]))).toBe(
      '127.0.0.1',
    );
  });

  it('is the last one before the trusted proxies', () => {
    expect(resolve('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(resolve('10.0.0.1', '1.1.1.1, 203.0.113.9, 192.0.2.7, 10.9.9.9')).toBe('203.0.113.9');
    expect(resolve('2001:db8:1::5', '203.0.113.9')).toBe('203.0.113.9');
  });

  it('is the nearest trusted proxy’s if earlier hops are invalid', () => {
    expect(resolve('10.0.0.1')).toBe('10.0.0.1');
    expect(resolve('10.0.0.1', '')).toBe('10.0.0.1');
    expect(resolve('10.0.0.1', '203.0.113.9, unknown, 10.0.0.2')).toBe('10.0.0.2');
    expect(resolve('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });

  it('is unmapped for IPv4 clients on IPv6 sockets', () => {
    expect(resolve('::ffff:198.51.100.1')).toBe('198.51.100.1');
    expect(resolve('::ffff:10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('may have a port or brackets', () => {
    expect(resolve('10.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9');
    expect(resolve('10.0.0.1', '[2001:db8:2::1]:4711')).toBe('2001:db8:2::1');
  });
});

describe('the list of trusted proxies', () => {
  it('reports invalid entries', () => {
    for (const entry of ['proxy.local', '10', '10.0.0.0/99', '']) {
      expect(() => parseTrustedProxies(['10.0.0.1', entry])).toThrow(`"${entry}"`);
    }
  });

  it('supports IPv4-mapped ranges', () => {
    const mapped = parseTrustedProxies(['::ffff:10.0.0.0/104']);
    expect(resolveClientAddress('10.1.2.3', '203.0.113.9', mapped)).toBe('203.0.113.9');
  });
});

describe('a rate limit', () => {
  it('counts all addresses of an IPv6 /64 as one', () => {
    expect(limitSubjectOf('2001:db8:5:6:1::1')).toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('2001:db8:5:6:ffff::2')).toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('2001:db8:5:7::1')).not.toBe('2001:db8:5:6::/64');
    expect(limitSubjectOf('203.0.113.9')).toBe('203.0.113.9');
  });
});
