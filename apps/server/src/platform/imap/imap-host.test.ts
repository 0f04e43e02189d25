import { describe, expect, it } from 'vitest';
import {
  defaultTimeouts,
  type ImapSettings,
  isAllowedHost,
  isMailPort,
  isPublicAddress,
  pinAddress,
  publicHostName,
} from './imap-host.ts';

const settings = (answers: string[][], allowed: string[] = []) => {
  const lookups: string[] = [];
  const given: ImapSettings = {
    allowedHosts: new Set(allowed),
    timeouts: defaultTimeouts,
    resolve: async (name) => {
      lookups.push(name);
      return answers[lookups.length - 1] ?? [];
    },
  };
  return { given, lookups };
};

const forbidden = { trouble: 'host_forbidden' };

describe('an IP address', () => {
  it.each(['8.8.8.8', '93.158.134.11', '2a02:6b8::1:125', '2001:4860:4860::8888'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ...['127.0.0.1', '127.255.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.127.255.255', '224.0.0.1'],
    ...['239.1.1.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ...['198.18.0.1', '192.0.0.8', '192.88.99.1', '168.63.129.16'],
    ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1'],
    ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:7f00:1::', '2002:a00:1::'],
    ...['2001::1', '2001:db8::1', '100::1', '3fff::1', '5f00::1'],
    ...['', 'localhost', '127.1', '0x7f.1', '2130706433', 'not an address'],
  ])('is not public: %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host', () => {
  it('is resolved once and pinned', async () => {
    // The second reply simulates DNS rebinding.
    const { given, lookups } = settings([['93.158.134.11', '2a02:6b8::1:125'], ['127.0.0.1']]);
    expect(await pinAddress(given, 'IMAP.Example.com.', 993)).toEqual({
      name: 'imap.example.com',
      addresses: ['93.158.134.11', '2a02:6b8::1:125'],
    });
    expect(lookups).toEqual(['imap.example.com']);
  });

  it('is refused if any of its addresses is not public', async () => {
    const { given } = settings([['93.158.134.11', '10.0.0.1']]);
    await expect(pinAddress(given, 'imap.example.com', 993)).rejects.toMatchObject(forbidden);
  });

  it('is not resolved if name or port are not allowed', async () => {
    const { given, lookups } = settings([['93.158.134.11']]);
    await expect(pinAddress(given, 'imap.example.com', 25)).rejects.toMatchObject(forbidden);
    await expect(pinAddress(given, 'localhost', 993)).rejects.toMatchObject(forbidden);
    await expect(pinAddress(given, '93.158.134.11', 993)).rejects.toMatchObject(forbidden);
    expect(lookups).toEqual([]);
  });

  it('may be private if configured with its port', async () => {
    const { given } = settings([['127.0.0.1'], ['127.0.0.1']], ['localhost:1993']);
    expect(await pinAddress(given, 'localhost', 1993)).toMatchObject({ addresses: ['127.0.0.1'] });
    await expect(pinAddress(given, 'localhost', 993)).rejects.toMatchObject(forbidden);
  });

  it('without an address is unreachable', async () => {
    const { given } = settings([[]]);
    await expect(pinAddress(given, 'imap.example.com', 993)).rejects.toMatchObject({
      trouble: 'unreachable',
    });
  });
});

describe('the name of a mail server', () => {
  it('is normalised', () => {
    expect(publicHostName('imap.mail.ru')).toBe('imap.mail.ru');
    expect(publicHostName(' IMAP.Mail.RU. ')).toBe('imap.mail.ru');
    expect(publicHostName('imap.почта.рф')).toBe('imap.xn--80a1acny.xn--p1ai');
    expect(publicHostName('mail_1.example.co')).toBe('mail_1.example.co');
  });

  it.each([
    ...['localhost', 'LOCALHOST.', 'localhost.localdomain', 'a.localhost', 'mail', 'db.internal'],
    ...['router.lan', 'printer.local', 'metadata.google.internal', '1.0.0.127.in-addr.arpa'],
    ...['127.0.0.1', '127.0.0.1.', '127.1', '2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1'],
    ...[
      '017700000001',
      '169.254.169.254',
      '10.0.0.1',
      '[::1]',
      '::1',
      '[::ffff:127.0.0.1]',
      '①②⑦.0.0.1',
    ],
    ...['', '.', '..', 'a..b', '-a.com', 'a-.com', 'a b.com', 'a.com/', 'a.com:25', 'u@a.com'],
    ...[
      'a.com\r\nX',
      'a.com#',
      'a.com?',
      'a.c',
      'a.1',
      `${'a'.repeat(64)}.com`,
      `${'a.'.repeat(130)}com`,
    ],
    ...['почта.рф/x', 'почта.рф:1', 'a.com\0.ru'],
  ])('is invalid: %j', (typed) => {
    expect(publicHostName(typed)).toBeUndefined();
  });
});

describe('a port', () => {
  it('must be one of IMAP', () => {
    expect([143, 993].every(isMailPort)).toBe(true);
    expect([0, 22, 25, 80, 110, 443, 465, 587, 995, 3306, 5432, 6379].some(isMailPort)).toBe(false);
  });
});

describe('an allowed host', () => {
  it('matches host and port', () => {
    const allowed = new Set(['mail.lan:1993']);
    expect(isAllowedHost(allowed, ' Mail.LAN ', 1993)).toBe(true);
    expect(isAllowedHost(allowed, 'mail.lan', 993)).toBe(false);
    expect(isAllowedHost(allowed, 'x.mail.lan', 1993)).toBe(false);
    expect(isAllowedHost(new Set(), 'mail.lan', 1993)).toBe(false);
  });
});
