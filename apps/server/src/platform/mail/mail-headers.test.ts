import { expect, test } from 'vitest';
import { MailRefused, type OutgoingMail, safeHeaders } from './mail-transport.ts';

const mail = {
  to: 'anna@example.org',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  message_id: '<mail-1@zavet.example>',
  language: 'ru',
};

test.each(['anna@example.org', "o'brien+zavet@mail.example.org", 'анна@пример.рф'])(
  '%s is an address',
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
])('%j is refused permanently, as recipient and as address for replies', (address) => {
  for (const hostile of [{ to: address }, { reply_to: address }]) {
    expect(() => safeHeaders({ ...mail, ...hostile })).toThrow(MailRefused);
  }
});

test('line breaks and control characters in a subject become spaces', () => {
  const subject = ' Hello\r\nBcc: thief@example.com\u2028x\u0085y\u0000';
  expect(safeHeaders({ ...mail, subject }).subject).toBe('Hello Bcc: thief@example.com x y');
});

test('a Message-ID is written in angle brackets, however it was given', () => {
  for (const message_id of ['mail-1@zavet.example', '<mail-1@zavet.example>']) {
    expect(safeHeaders({ ...mail, message_id }).messageId).toBe('<mail-1@zavet.example>');
  }
});

test('a Message-ID or language that could break out of its header is an error', () => {
  expect(() => safeHeaders({ ...mail, message_id: 'a@b>\r\nX: y' })).toThrow(TypeError);
  expect(() => safeHeaders({ ...mail, message_id: 'no-domain' })).toThrow(TypeError);
  expect(() => safeHeaders({ ...mail, language: 'ru\r\nX: y' })).toThrow(RangeError);
});

test.each([
  'javascript:alert(1)',
  'mailto:stop@zavet.example',
  'https://zavet.example/a,b',
  'nowhere',
])('%s is no page on which mails are ended', (stop_url) => {
  expect(() => safeHeaders({ ...mail, stop_url })).toThrow(TypeError);
});

test('the page on which mails are ended cannot start a header of its own', () => {
  const stop_url = 'https://zavet.example/x>\r\nBcc: thief@example.com';
  expect(safeHeaders({ ...mail, stop_url }).stopUrl).not.toMatch(/[\s<>]/);
});
