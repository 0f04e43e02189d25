import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { masterKeysFrom } from '../../../test/master-keys.ts';
import { MasterKeyInvalid } from './key-file.ts';
import { newOwnerKey, openOwnerKey, rewrapOwnerKey, textReader } from './owner-key.ts';
import { SealBroken, sealedLength } from './sealed-text.ts';

const base64 = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const masterKeys = masterKeysFrom(base64(1));
const wrapped = newOwnerKey(masterKeys, 'anna', 'key-1');
const key = openOwnerKey(masterKeys, 'anna', wrapped);

describe('a sealed text', () => {
  it('uses a new nonce every time', () => {
    const sealed = Array.from({ length: 3_000 }, () => key.seal('row', 'field', 'the same'));
    expect(new Set(sealed.map((one) => one.split('.')[2])).size).toBe(sealed.length);
    for (const one of sealed) expect(key.open('row', 'field', one)).toBe('the same');
  });

  it('opens to the same text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        expect(key.open('row', 'field', key.seal('row', 'field', text))).toBe(text);
      }),
    );
  });

  it('opens on another thread, in its own place only', () => {
    const reader = textReader(key.textKey());
    const sealed = key.seal('row', 'field', 'Завещание');
    expect(reader.open('row', 'field', sealed)).toBe('Завещание');
    expect(() => reader.open('row', 'other', sealed)).toThrow(SealBroken);
  });

  it('has the computed length', () => {
    const stored = newOwnerKey(masterKeys, 'anna', crypto.randomUUID());
    const real = openOwnerKey(masterKeys, 'anna', stored);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
        const { length } = real.seal('row', 'field', text);
        expect(length).toBe(sealedLength(Buffer.byteLength(text)));
      }),
    );
  });

  it('contains format and key id, not the text, and differs each time', () => {
    const sealed = key.seal('row', 'field', 'Завещание в шкатулке');
    expect(sealed.split('.').slice(0, 2)).toEqual(['1', 'key-1']);
    expect(Buffer.from(sealed.split('.')[3] ?? '', 'base64url').includes('Завещание')).toBe(false);
    expect(key.seal('row', 'field', 'Завещание в шкатулке')).not.toBe(sealed);
  });

  it('does not open in another row or field or for another owner', () => {
    const sealed = key.seal('row', 'field', 'secret');
    const other = newOwnerKey(masterKeys, 'boris', 'key-1');
    const foreign = openOwnerKey(masterKeys, 'boris', other);
    expect(() => key.open('other', 'field', sealed)).toThrow(SealBroken);
    expect(() => key.open('row', 'other', sealed)).toThrow(SealBroken);
    expect(() => foreign.open('row', 'field', sealed)).toThrow(SealBroken);
  });

  it('does not open with another seal id, so an older text cannot be restored', () => {
    const older = key.seal('row', 'field', 'to Boris', 'writing-1');
    const newer = key.seal('row', 'field', 'to Clara', 'writing-2');
    expect(key.open('row', 'field', newer, 'writing-2')).toBe('to Clara');
    expect(key.open('row', 'field', older, 'writing-1')).toBe('to Boris');
    expect(() => key.open('row', 'field', older, 'writing-2')).toThrow(SealBroken);
    expect(textReader(key.textKey()).open('row', 'field', newer, 'writing-2')).toBe('to Clara');
  });

  it('opens only with the seal id it was bound to, if any', () => {
    const plain = key.seal('row', 'field', 'secret');
    expect(key.open('row', 'field', plain)).toBe('secret');
    expect(() => key.open('row', 'field', plain, 'writing-1')).toThrow(SealBroken);
    const bound = key.seal('row', 'field', 'secret', 'writing-1');
    expect(() => key.open('row', 'field', bound)).toThrow(SealBroken);
    expect(() => key.open('row', 'field', bound.replace(/^2/, '1'))).toThrow(SealBroken);
    expect(() => key.open('row', 'field', plain.replace(/^1/, '2'), 'writing-1')).toThrow(
      SealBroken,
    );
  });

  it('is refused with a message and a cause', () => {
    const sealed = key.seal('row', 'field', 'secret');
    expect(() => key.open('other', 'field', sealed)).toThrow(
      expect.objectContaining({
        name: 'SealBroken',
        message: 'A text cannot be opened',
        cause: expect.any(Error),
      }),
    );
    expect(() => key.open('row', 'field', 'plain text')).toThrow('A text cannot be opened');
  });

  it('is refused with appended bytes or a truncated tag', () => {
    const sealed = key.seal('row', 'field', '');
    expect(() => key.open('row', 'field', `${sealed}.x`)).toThrow(SealBroken);
    const tag = Buffer.from(sealed.split('.')[3] ?? '', 'base64url');
    // The cipher itself would also accept a tag of 12 instead of 16 bytes.
    const cut = sealed.replace(
      tag.toString('base64url'),
      tag.subarray(0, 12).toString('base64url'),
    );
    expect(() => key.open('row', 'field', cut)).toThrow(
      expect.objectContaining({ cause: new Error('The tag is cut.') }),
    );
  });

  it('cannot be moved by ambiguous row and field names', () => {
    const sealed = key.seal('a', 'b","c', 'secret');
    expect(() => key.open('a","b', 'c', sealed)).toThrow(SealBroken);
  });

  it('is refused after a change of any character', () => {
    const sealed = key.seal('row', 'field', 'secret');
    const characters = Array.from(sealed);
    for (const [at, character] of characters.entries()) {
      const forged = characters.with(at, character === 'A' ? 'B' : 'A').join('');
      // The last character of base64 has unused bits, so a change may not affect any byte.
      const opened = attempt(() => key.open('row', 'field', forged));
      expect(opened === undefined || (at === sealed.length - 1 && opened === 'secret')).toBe(true);
    }
  });

  it.each([
    '',
    '1',
    '1.key-1',
    '1.key-1..',
    '2.key-1.AAAA.AAAA',
    '1.key-1.AAAA.AAAA.x',
    'plain text',
  ])('is refused if malformed: «%s»', (forged) => {
    expect(() => key.open('row', 'field', forged)).toThrow(SealBroken);
  });
});

describe('a file of an owner', () => {
  const letter = Buffer.from('Письмо');
  const sealed = () => buffer(key.sealFile('file-1', chunksOf(letter), letter.length));

  it('opens only under its own id', async () => {
    const bytes = await sealed();
    expect(bytes.includes('Письмо')).toBe(false);
    expect(String(await buffer(key.openFile('file-1', chunksOf(bytes))))).toBe('Письмо');
    await expect(buffer(key.openFile('file-2', chunksOf(bytes)))).rejects.toThrow(SealBroken);
  });

  it('does not open with the key of another owner', async () => {
    const foreign = openOwnerKey(masterKeys, 'boris', newOwnerKey(masterKeys, 'boris', 'key-2'));
    const opened = buffer(foreign.openFile('file-1', chunksOf(await sealed())));
    await expect(opened).rejects.toThrow(SealBroken);
  });
});

describe("an owner's key", () => {
  it('does not open for another owner', () => {
    expect(() => openOwnerKey(masterKeys, 'boris', wrapped)).toThrow(MasterKeyInvalid);
    expect(() => openOwnerKey(masterKeys, 'anna', { ...wrapped, key_id: 'key-2' })).toThrow(
      MasterKeyInvalid,
    );
  });

  it('opens the same content after a rewrap', () => {
    const ring = masterKeysFrom(`1:${base64(1)},2:${base64(2)}`);
    const renewed = rewrapOwnerKey(ring, 'anna', wrapped);
    expect(renewed.master_version).toBe(2);
    const onlyNew = masterKeysFrom(`2:${base64(2)}`);
    const sealed = key.seal('row', 'field', 'secret');
    expect(openOwnerKey(onlyNew, 'anna', renewed).open('row', 'field', sealed)).toBe('secret');
    expect(() => openOwnerKey(onlyNew, 'anna', wrapped)).toThrow(/version 1 is missing/);
  });

  it('gives equal digests for equal texts of one owner only', () => {
    const foreign = openOwnerKey(masterKeys, 'boris', newOwnerKey(masterKeys, 'boris', 'key-2'));
    expect(key.digest('name', 'a.pdf')).toBe(key.digest('name', 'a.pdf'));
    expect(key.digest('name', 'a.pdf')).not.toBe(key.digest('name', 'b.pdf'));
    expect(key.digest('name', 'a.pdf')).not.toBe(key.digest('other', 'a.pdf'));
    expect(key.digest('name', 'a.pdf')).not.toBe(foreign.digest('name', 'a.pdf'));
  });
});

async function* chunksOf(...pieces: Buffer[]) {
  yield* pieces;
}

function attempt(work: () => string): string | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
