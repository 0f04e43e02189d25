import { createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { masterKeysFrom } from '../../../test/master-keys.ts';
import { newOwnerKey, openOwnerKey } from './owner-key.ts';
import { createLinkTokens } from './tokens.ts';

/** Stored content must open in every later version, so the formats are implemented a second time. */
const master = Buffer.alloc(32, 1);
const masterKeys = masterKeysFrom(master.toString('base64'));
const stored = newOwnerKey(masterKeys, 'anna', 'key-1');
const key = openOwnerKey(masterKeys, 'anna', stored);
const secret = open(
  derive(master, '', 'zavet/key-wrapping'),
  Buffer.from(stored.wrapped, 'base64url'),
  '["owner-key","anna","key-1"]',
);

function derive(from: Buffer, salt: Buffer | string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', from, salt, purpose, 32));
}

/** Nonce, ciphertext, tag. */
function open(keyBytes: Buffer, sealed: Buffer, place?: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyBytes, sealed.subarray(0, 12));
  if (place !== undefined) decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

function openStoredText(sealed: string, place: string): string {
  const [, , nonce = '', closed = ''] = sealed.split('.');
  const bytes = Buffer.concat([Buffer.from(nonce, 'base64url'), Buffer.from(closed, 'base64url')]);
  return open(derive(secret, '', 'zavet/owner/text'), bytes, place).toString();
}

describe('the stored format', () => {
  it('of a text names owner, row and field, and the write if it can change', () => {
    const plain = key.seal('row', 'title', 'Завещание');
    expect(plain.startsWith('1.key-1.')).toBe(true);
    expect(openStoredText(plain, '["text","anna","row","title"]')).toBe('Завещание');
    const bound = key.seal('row', 'title', 'Завещание', 'write');
    expect(bound.startsWith('2.key-1.')).toBe(true);
    expect(openStoredText(bound, '["text","anna","row","title","write"]')).toBe('Завещание');
  });

  it('of a file has a header with a salt, and a nonce that marks the last segment', async () => {
    const sealed = await buffer(key.sealFile('file', source('Договор'), 14));
    const salt = sealed.subarray(1, 33);
    const nonce = Buffer.concat([sealed.subarray(33, 40), Buffer.from([0, 0, 0, 0, 1])]);
    const fileKey = derive(
      derive(secret, '', 'zavet/owner/file'),
      salt,
      'zavet/file/1/["file","anna","file"]',
    );
    expect(sealed[0]).toBe(1);
    expect(open(fileKey, Buffer.concat([nonce, sealed.subarray(40)])).toString()).toBe('Договор');
  });

  it('of a digest depends on owner, field and text', () => {
    const expected = createHmac('sha256', derive(secret, '', 'zavet/owner/digest'))
      .update('["title","Договор"]')
      .digest('base64url');
    expect(key.digest('title', 'Договор')).toBe(expected);
  });

  it('of a mailed link is the digest of a token made from its id', () => {
    const serviceKey = { derive: (purpose: string) => Buffer.from(`key of ${purpose}`) };
    const token = createHmac('sha256', 'key of link-tokens').update('link').digest('base64url');
    const digest = createHash('sha256').update(token).digest('base64url');
    const tokens = createLinkTokens(serviceKey);
    expect([tokens.tokenOf('link'), tokens.create('link').digest]).toEqual([token, digest]);
  });
});

async function* source(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
