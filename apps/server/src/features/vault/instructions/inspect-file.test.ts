import type { FileEnding } from '@zavet/contract/vault/file-rules';
import { describe, expect, it } from 'vitest';
import { docx, pngOf, samples, textOf, zipWith } from '../../../../test/sample-files.ts';
import { inspectContent, inspectFile } from './inspect-file.ts';

it.each([
  ['png', 'jpg', 'jpg'],
  ['jpg', 'png', 'png'],
  ['jpeg', 'gif', 'gif'],
  ['pdf', 'jpg', 'jpg'],
  ['jpeg', 'jpg', 'jpeg'],
  ['png', 'png', 'png'],
] as const)('treats a file named .%s with a %s picture as .%s', async (named, content, kept) => {
  expect(await acceptedEnding(named, samples[content])).toBe(kept);
  expect(await acceptedEnding(named, samples[content], 1)).toBe(kept);
});

it('requires other files to match their names', async () => {
  expect(await acceptedEnding('png', samples.pdf)).toBe('refused');
  expect(await acceptedEnding('jpg', samples.txt)).toBe('refused');
  expect(await acceptedEnding('pdf', samples.doc)).toBe('refused');
  expect(await acceptedEnding('pdf', samples.pdf)).toBe('pdf');
});

it('does not take a few bytes for a picture', async () => {
  expect(await acceptedEnding('png', Buffer.from('ffd8', 'hex'))).toBe('refused');
  expect(await acceptedEnding('txt', Buffer.from('да'))).toBe('txt');
});

async function matches(ending: FileEnding, content: Buffer, pieceBytes = 1000) {
  const inspection = inspectContent(ending);
  for (let at = 0; at < content.length; at += pieceBytes) {
    await inspection.update(content.subarray(at, at + pieceBytes));
  }
  return inspection.matches();
}

const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('content', () => {
  it.each([
    ['pdf', samples.pdf],
    ['png', samples.png],
    ['gif', samples.gif],
    ['jpg', samples.jpg],
    ['jpeg', samples.jpg],
    ['txt', samples.txt],
    ['doc', samples.doc],
  ] as const)('of a real %s is accepted in chunks of any size', async (ending, content) => {
    expect(await matches(ending, content)).toBe(true);
    expect(await matches(ending, content, 7)).toBe(true);
  });

  it('of a real docx with large parts is accepted', async () => {
    expect(await matches('docx', await docx())).toBe(true);
    const large = await docx({ 'word/media/image1.png': pngOf(300_000), noise: textOf(400_000) });
    expect(await matches('docx', large, 64 * 1024)).toBe(true);
  });

  it('of text is accepted in every encoding', async () => {
    expect(await matches('txt', Buffer.from('f0f3f1f1eae8e9', 'hex'))).toBe(true);
    expect(await matches('txt', utf16('по-русски'))).toBe(true);
    expect(await matches('txt', Buffer.from('Дорогие мои 👋🏽\r\n\tцелую'))).toBe(true);
  });

  it.each([
    'BMW: ключи у Елены',
    'MZ, передай привет',
    '-----BEGIN PGP MESSAGE-----',
    'BEGIN:VCARD',
    '%! просто так',
    'ID3 не забудь',
    'solid ',
    '<?xml version="1.0"?>',
  ])('of text is accepted although it starts like another type: %s', async (text) => {
    expect(await matches('txt', Buffer.from(`${text}\n${'слово '.repeat(1000)}`))).toBe(true);
  });

  it('of UTF-16 is recognized byte by byte and must be valid', async () => {
    expect(await matches('txt', utf16('по-русски 👋'), 1)).toBe(true);
    expect(await matches('txt', Buffer.from('fffe00d8', 'hex'))).toBe(false);
    expect(await matches('txt', Buffer.from('fffe010002000300', 'hex'))).toBe(false);
    expect(await matches('txt', Buffer.from('x'))).toBe(true);
  });

  it.each(['\r\n', '<script>alert(1)</script>', '\ufeff'])(
    'of a PDF must start with its signature: %j before it is refused',
    async (before) => {
      const content = Buffer.concat([Buffer.from(before), samples.pdf]);
      expect(await matches('pdf', content)).toBe(false);
      expect(await matches('pdf', content, 7)).toBe(false);
    },
  );

  it('of an animated PNG is accepted', async () => {
    const animation = Buffer.from('0000000861635449000000010000000000000000', 'hex');
    animation.write('acTL', 4, 'latin1');
    const animated = Buffer.concat([
      samples.png.subarray(0, 33),
      animation,
      samples.png.subarray(33),
    ]);
    expect(await matches('png', animated)).toBe(true);
  });

  it.each([
    ['pdf', samples.png],
    ['png', samples.jpg],
    ['jpg', samples.pdf],
    ['gif', samples.txt],
    ['txt', samples.pdf],
    ['txt', Buffer.from([0x61, 0x00, 0x62])],
    ['txt', Buffer.from('MZ\x90\x00\x03', 'latin1')],
    ['doc', samples.xls],
    ['doc', samples.txt],
    ['docx', samples.doc],
    ['pdf', Buffer.from('<html><script>alert(1)</script></html>')],
  ] as const)('of another type is refused as %s', async (ending, content) => {
    expect(await matches(ending, content)).toBe(false);
  });

  it('of another kind of ZIP is refused as a docx', async () => {
    expect(await matches('docx', await zipWith({ 'a.txt': 'a' }))).toBe(false);
    expect(
      await matches('docx', await zipWith({ 'xl/workbook.xml': 'a', '[Content_Types].xml': '' })),
    ).toBe(false);
  });

  it('with macros is refused as a docx', async () => {
    expect(await matches('docx', await docx({ 'word/vbaProject.bin': 'x' }))).toBe(false);
  });

  it('of a decompression bomb is refused as a docx', async () => {
    const bomb = await docx();
    const entry = bomb.lastIndexOf(Buffer.from('504b0102', 'hex'));
    bomb.writeUInt32LE(0x7fffffff, entry + 24);
    expect(await matches('docx', bomb)).toBe(false);
  });

  it('of a truncated docx is refused', async () => {
    const whole = await docx();
    expect(await matches('docx', whole.subarray(0, whole.length - 3))).toBe(false);
    expect(await matches('docx', whole.subarray(0, 40))).toBe(false);
  });

  it('is refused as soon as its first bytes were inspected', async () => {
    const inspection = inspectContent('pdf');
    await inspection.update(textOf(5000));
    expect(inspection.isMismatch()).toBe(true);
  });
});

async function acceptedEnding(named: FileEnding, content: Buffer, chunkBytes = content.length) {
  const inspection = inspectFile(named);
  for (let at = 0; at < content.length; at += chunkBytes) {
    await inspection.update(content.subarray(at, at + chunkBytes));
  }
  return (await inspection.matches()) ? inspection.trueEnding() : 'refused';
}
