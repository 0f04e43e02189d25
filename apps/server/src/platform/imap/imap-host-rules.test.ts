import { describe, expect, it } from 'vitest';
import { hostNameOf, isAllowedByName, isMailPort } from './imap-host.ts';

describe('the name of a mail server', () => {
  it('is taken in any spelling that a resolver knows', () => {
    expect(hostNameOf('imap.mail.ru')).toBe('imap.mail.ru');
    expect(hostNameOf(' IMAP.Mail.RU. ')).toBe('imap.mail.ru');
    expect(hostNameOf('imap.почта.рф')).toBe('imap.xn--80a1acny.xn--p1ai');
    expect(hostNameOf('mail_1.example.co')).toBe('mail_1.example.co');
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
  ])('is not %j', (typed) => {
    expect(hostNameOf(typed)).toBeUndefined();
  });
});

describe('a port', () => {
  it('is one of mail', () => {
    expect([143, 993].every(isMailPort)).toBe(true);
    expect([0, 22, 25, 80, 110, 443, 465, 587, 995, 3306, 5432, 6379].some(isMailPort)).toBe(false);
  });
});

describe('a server that configuration allows', () => {
  it('is that very host on that very port', () => {
    const allowed = new Set(['mail.lan:1993']);
    expect(isAllowedByName(allowed, ' Mail.LAN ', 1993)).toBe(true);
    expect(isAllowedByName(allowed, 'mail.lan', 993)).toBe(false);
    expect(isAllowedByName(allowed, 'x.mail.lan', 1993)).toBe(false);
    expect(isAllowedByName(new Set(), 'mail.lan', 1993)).toBe(false);
  });
});
