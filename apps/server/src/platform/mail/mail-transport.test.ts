import { expect, test } from 'vitest';
import {
  MailRefused,
  replyFacts,
  replyLine,
  replyWithoutConnection,
  safeHeaders,
} from './mail-transport.ts';

const mail = {
  to: 'anna@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  message_id: '<mail-1@zavet.example>',
  language: 'ru',
};

test.each(['anna@example.org', "o'brien+zavet@mail.example.org", 'анна@пример.рф'])(
  'accepts the address %s',
  (to) => {
    expect(safeHeaders({ ...mail, to, reply_to: to })).toMatchObject({ to, replyTo: to });
  },
);

test.each([
  'anna@example.org\r\nBcc: thief@example.com',
  'anna@example.org\n',
  'anna@example.org, thief@example.com',
  'Anna <thief@example.com>',
  'anna@example.org>\r\nRCPT TO:<thief@example.com',
  'anna(thief@example.com)@example.org',
  '"thief@example.com"@example.org',
  'list: anna@example.org;',
  'anna@example.org\u0000',
  '',
])('refuses %j permanently as recipient and reply address', (address) => {
  for (const hostile of [{ to: address }, { reply_to: address }]) {
    expect(() => safeHeaders({ ...mail, ...hostile })).toThrow(MailRefused);
  }
});

test('replaces line breaks and control characters in a subject by spaces', () => {
  const subject = ' Hello\r\nBcc: thief@example.com\u2028x\u0085y\u0000';
  expect(safeHeaders({ ...mail, subject }).subject).toBe('Hello Bcc: thief@example.com x y');
});

test('writes a Message-ID in angle brackets', () => {
  for (const message_id of ['mail-1@zavet.example', '<mail-1@zavet.example>']) {
    expect(safeHeaders({ ...mail, message_id }).messageId).toBe('<mail-1@zavet.example>');
  }
});

test('throws for a Message-ID or language that could inject headers', () => {
  expect(() => safeHeaders({ ...mail, message_id: 'a@b>\r\nX: y' })).toThrow(TypeError);
  expect(() => safeHeaders({ ...mail, message_id: 'no-domain' })).toThrow(TypeError);
  expect(() => safeHeaders({ ...mail, language: 'ru\r\nX: y' })).toThrow(RangeError);
});

test.each([
  'javascript:alert(1)',
  'mailto:stop@zavet.example',
  'https://zavet.example/a,b',
  'no url',
])('throws for the unsubscribe URL %s', (unsubscribe_url) => {
  expect(() => safeHeaders({ ...mail, unsubscribe_url })).toThrow(TypeError);
});

test('prevents header injection by the unsubscribe URL', () => {
  const unsubscribe_url = 'https://zavet.example/x>\r\nBcc: thief@example.com';
  expect(safeHeaders({ ...mail, unsubscribe_url }).unsubscribeUrl).not.toMatch(/[\s<>]/);
});

const connection = { host: 'mail.example.org:587', tls: 'TLSv1.3' };

test('writes reply, host and TLS for the ledger', () => {
  const refused = { response: '550 5.1.1 no such mailbox', ...connection };
  expect(replyLine(refused)).toBe('550 5.1.1 no such mailbox [mail.example.org:587, TLSv1.3]');
  expect(replyLine({ ...refused, tls: 'none' })).toMatch(/\[mail\.example\.org:587, no TLS\]$/);
  expect(replyLine({ response: 'captured' })).toBe('captured');
});

test('strips the connection from a ledger line', () => {
  const response = '550 5.7.1 blocked [S3114]';
  for (const tls of ['TLSv1.3', 'TLS', 'none', undefined]) {
    for (const host of ['mail.example.org:587', '[::1]:25']) {
      const written = replyLine({ response, host, tls });
      expect(written).toContain(host);
      expect(replyWithoutConnection(written)).toBe(response);
    }
  }
  expect(replyWithoutConnection(response)).toBe(response);
});

test('joins the lines of a reply', () => {
  const response = '550-5.7.1 blocked\r\n550 5.7.1 see our page\u2028now\u0000';
  expect(replyLine({ response })).toBe('550-5.7.1 blocked 550 5.7.1 see our page now');
});

test('truncates long replies, not the connection', () => {
  const long = replyLine({ response: `550 ${'x'.repeat(5_000)}`, ...connection });
  expect(long.length).toBeLessThan(500);
  expect(long).toMatch(/\[mail\.example\.org:587, TLSv1\.3\]$/);
});

test.each([
  ['550 5.1.1 <anna.k@example.org>: unknown user', '550 5.1.1 <[address]>: unknown user'],
  ['550 anna.k@пример.рф does not exist', '550 [address] does not exist'],
  ['550 No such user - anna.k', '550 No such user - [address]'],
  ['550 user ANNA.K not found', '550 user [address] not found'],
  ['451 for bounce+anna.k=example.org@zavet.example', '451 for [address]'],
  ['550 joanna.kent is another user', '550 joanna.kent is another user'],
])('logs «%s» as «%s»', (response, reply) => {
  expect(replyFacts({ response, ...connection }, 'anna.k@example.org')).toEqual({
    reply,
    status_code: Number(response.slice(0, 3)),
    ...connection,
  });
});

test('sets no status without a reply', () => {
  const response = 'ECONNECTION connect ECONNREFUSED 10.0.0.1:25';
  expect(replyFacts({ response }, 'jo@example.org')).toEqual({ reply: response });
});
