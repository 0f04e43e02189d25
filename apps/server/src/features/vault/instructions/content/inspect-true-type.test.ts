import type { FileEnding } from '@zavet/contract/instructions/file-rules';
import { expect, it } from 'vitest';
import { samples } from '../../../../../test/sample-files.ts';
import { inspectTrueType } from './inspect-true-type.ts';

async function taken(named: FileEnding, content: Buffer, chunkBytes = content.length) {
  const inspection = inspectTrueType(named);
  for (let at = 0; at < content.length; at += chunkBytes) {
    await inspection.see(content.subarray(at, at + chunkBytes));
  }
  return (await inspection.matches()) ? inspection.trueEnding() : 'refused';
}

it.each([
  ['png', 'jpg', 'jpg'],
  ['jpg', 'png', 'png'],
  ['jpeg', 'gif', 'gif'],
  ['pdf', 'jpg', 'jpg'],
  ['jpeg', 'jpg', 'jpeg'],
  ['png', 'png', 'png'],
] as const)(
  'a file named .%s that is a %s picture is taken as .%s',
  async (named, content, kept) => {
    expect(await taken(named, samples[content])).toBe(kept);
    expect(await taken(named, samples[content], 1)).toBe(kept);
  },
);

it('what is no picture must be what its name says', async () => {
  expect(await taken('png', samples.pdf)).toBe('refused');
  expect(await taken('jpg', samples.txt)).toBe('refused');
  expect(await taken('pdf', samples.doc)).toBe('refused');
  expect(await taken('pdf', samples.pdf)).toBe('pdf');
});

it('a few bytes are no picture', async () => {
  expect(await taken('png', Buffer.from('ffd8', 'hex'))).toBe('refused');
  expect(await taken('txt', Buffer.from('да'))).toBe('txt');
});
