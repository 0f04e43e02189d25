import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyDkim } from '../../../test/dkim-verifier.ts';
import { mail, signedTransportTo, startLine } from '../../../test/smtp-line.ts';
import { isShortKey, readDkimKey } from './dkim.ts';
import type { OutgoingMail } from './mail-transport.ts';

const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const dkim = { domain: 'zavet.example', selector: 'post', key };
const spki = (of: KeyObject) =>
  createPublicKey(of).export({ type: 'spki', format: 'der' }).toString('base64');

/** The received source of a mail. */
async function sourceOf(outgoing: OutgoingMail): Promise<string> {
  const line = await startLine();
  await signedTransportTo(line.url, dkim).deliver(outgoing);
  const [received] = line.received;
  if (!received) throw new Error('nothing arrived');
  return received.source;
}

test('signs mails so that the public key verifies them', async () => {
  const unsubscribe_url = 'https://zavet.example/settings?tab=privacy';
  const source = await sourceOf({ ...mail, unsubscribe_url, reply_to: 'help@zavet.example' });
  const { tags, ...verdict } = verifyDkim(source, spki(key));

  expect(verdict).toEqual({ isBodyIntact: true, isSignatureRight: true });
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
    isSignatureRight: true,
  });
});

test.each([
  ['subject', /^Subject: .*/m, 'Subject: Pay here'],
  ['sender', /<post@zavet\.example>/, '<thief@zavet.example>'],
  ['recipient', /^To: .*/m, 'To: thief@example.org'],
])('breaks the signature with another %s', async (_, part, replacement) => {
  const changed = (await sourceOf(mail)).replace(part, replacement);
  expect(verifyDkim(changed, spki(key))).toMatchObject({
    isBodyIntact: true,
    isSignatureRight: false,
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
    isSignatureRight: true,
  });
});

test('does not verify with another key', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(verifyDkim(await sourceOf(mail), spki(other)).isSignatureRight).toBe(false);
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
