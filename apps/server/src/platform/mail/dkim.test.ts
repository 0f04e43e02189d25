import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  verify,
} from 'node:crypto';
import { expect, test } from 'vitest';
import { mail, signedTransportTo, startSmtpServer } from '../../../test/smtp-server.ts';
import { isShortKey, readDkimKey } from './dkim.ts';
import type { OutgoingMail } from './mail-transport.ts';

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkim = { domain: 'zavet.example', selector: 'post', key };
const spki = (of: KeyObject) =>
  createPublicKey(of).export({ type: 'spki', format: 'der' }).toString('base64');

/** The received source of a mail. */
async function sourceOf(outgoing: OutgoingMail): Promise<string> {
  const standIn = await startSmtpServer();
  await signedTransportTo(standIn.url, dkim).deliver(outgoing);
  const [received] = standIn.received;
  if (!received) throw new Error('nothing arrived');
  return received.source;
}

test('signs mails so that the public key verifies them', async () => {
  const unsubscribe_url = 'https://zavet.example/settings?tab=privacy';
  const source = await sourceOf({ ...mail, unsubscribe_url, reply_to: 'help@zavet.example' });
  const { tags, ...verdict } = verifyDkim(source, spki(key));

  expect(verdict).toEqual({ isBodyIntact: true, isSignatureValid: true });
  expect(tags.get('d')).toBe('zavet.example');
  expect(tags.get('s')).toBe('post');
  expect(tags.get('a')).toBe('rsa-sha256');
  expect(tags.get('h')?.replace(/\s/g, '').split(':')).toEqual([
    'from',
    'to',
    'reply-to',
    'subject',
    'date',
    'message-id',
    'mime-version',
    'content-type',
    'content-language',
    'auto-submitted',
    'list-unsubscribe',
  ]);
});

test('signs mails to non-ASCII addresses', async () => {
  const source = await sourceOf({ ...mail, to: 'анна@почта.рф', text: 'точка\n.\n..\n  x  \n\n' });
  expect(verifyDkim(source, spki(key))).toMatchObject({
    isBodyIntact: true,
    isSignatureValid: true,
  });
});

test.each([
  ['subject', /^Subject: .*/m, 'Subject: Pay here'],
  ['sender', /<post@zavet\.example>/, '<thief@zavet.example>'],
  ['recipient', /^To: .*/m, 'To: thief@example.org'],
])('detects another %s by the signature', async (_, part, replacement) => {
  const changed = (await sourceOf(mail)).replace(part, replacement);
  expect(verifyDkim(changed, spki(key))).toMatchObject({
    isBodyIntact: true,
    isSignatureValid: false,
  });
});

test('detects a changed body, except trailing whitespace', async () => {
  const source = await sourceOf(mail);
  const end = source.indexOf('\r\n\r\n') + 4;
  const altered = `${source.slice(0, end)}more${source.slice(end)}`;
  expect(verifyDkim(altered, spki(key)).isBodyIntact).toBe(false);
  const blanks = source.slice(0, end) + source.slice(end).replaceAll('\r\n', '  \r\n');
  expect(verifyDkim(blanks, spki(key))).toMatchObject({
    isBodyIntact: true,
    isSignatureValid: true,
  });
});

test('does not verify with another key', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(verifyDkim(await sourceOf(mail), spki(other)).isSignatureValid).toBe(false);
});

const pem = (of: KeyObject) => of.export({ type: 'pkcs8', format: 'pem' }).toString();
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;

test('accepts RSA keys from 1024 bits, short below 2048', () => {
  expect(readDkimKey(pem(rsa(512)))).toBeUndefined();
  expect(readDkimKey(pem(generateKeyPairSync('ed25519').privateKey))).toBeUndefined();
  expect(
    readDkimKey('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'),
  ).toBeUndefined();
  const short = readDkimKey(pem(rsa(1024)));
  expect(short && isShortKey(short)).toBe(true);
  expect(isShortKey(key)).toBe(false);
  expect(readDkimKey(key.export({ type: 'pkcs1', format: 'pem' }).toString())).toBeDefined();
});

interface DkimVerdict {
  isBodyIntact: boolean;
  isSignatureValid: boolean;
  tags: Map<string, string>;
}

/**
 * Verifies the topmost DKIM signature as a receiver would (RFC 6376, relaxed/relaxed, rsa-sha256),
 * independently of the library. `publicKey` is the value of `p=` in the record.
 */
function verifyDkim(source: string, publicKey: string): DkimVerdict {
  const bytes = Buffer.from(source).toString('latin1');
  const end = bytes.indexOf('\r\n\r\n');
  const fields = bytes.slice(0, end).split(/\r\n(?![ \t])/);
  const own = fields.find((field) => nameOf(field) === 'dkim-signature') ?? '';
  const tags = tagsOf(own.slice(own.indexOf(':') + 1));
  const signed = (tags.get('h') ?? '').split(':').map((name) => name.trim().toLowerCase());
  const text = [
    ...pickFields(fields, signed).map((field) => `${relaxedField(field)}\r\n`),
    relaxedField(own.replace(/(\bb=)[^;]*$/, '$1')),
  ].join('');
  const bodyHash = createHash('sha256').update(relaxedBody(bytes.slice(end + 4)), 'latin1');
  const der = Buffer.from(publicKey, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = Buffer.from((tags.get('b') ?? '').replace(/\s/g, ''), 'base64');
  return {
    tags,
    isBodyIntact: bodyHash.digest('base64') === tags.get('bh')?.replace(/\s/g, ''),
    isSignatureValid: verify('sha256', Buffer.from(text, 'latin1'), key, signature),
  };
}

/**
 * Picks the signed fields. Of several fields with one name, the last is used first; a name without
 * a field counts as empty.
 */
function pickFields(fields: readonly string[], names: readonly string[]): string[] {
  const left = [...fields];
  return names.flatMap((name) => {
    const at = left.findLastIndex((field) => nameOf(field) === name);
    return at === -1 ? [] : left.splice(at, 1);
  });
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function relaxedField(field: string): string {
  const value = field.slice(field.indexOf(':') + 1).replaceAll('\r\n', '');
  return `${nameOf(field)}:${value.replace(/[ \t]+/g, ' ').trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

function tagsOf(list: string): Map<string, string> {
  const pairs = list.split(';').map((one) => {
    const [, name = '', value = ''] = /^\s*(\w+)\s*=([\s\S]*)$/.exec(one) ?? [];
    return [name, value.trim()] as const;
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}
