import { expect, test } from 'vitest';
import { type DiskRoom, judgeDisk } from './judge-disk.ts';

const judge = (room: Partial<DiskRoom>) =>
  judgeDisk('Disk (DATA_DIR)', '/var/lib/zavet', {
    bavail: 4096,
    bsize: 1024 * 1024,
    files: 1_000_000,
    ffree: 1,
    ...room,
  });

test.each([
  [0, 'wrong', '0 MB'],
  [199, 'wrong', '199 MB'],
  [200, 'warning', '200 MB'],
  [2047, 'warning', '2047 MB'],
  [2048, 'ok', '2048 MB'],
  [10_240, 'ok', '10 GB'],
])('of %i free megabytes the judgement is: %s', (bavail, state, size) => {
  expect(judge({ bavail })).toMatchObject({ state, says: `${size} are free in /var/lib/zavet` });
});

test('blocks of any size are counted as bytes', () => {
  expect(judge({ bavail: 1_048_576, bsize: 4096 }).says).toContain('4096 MB are free');
});

test('room for bytes without room for another file is wrong', () => {
  expect(judge({ ffree: 0 })).toMatchObject({
    state: 'wrong',
    says: 'the disk of /var/lib/zavet can hold no more files',
  });
});

test('a disk that does not count its files is judged by its bytes alone', () => {
  expect(judge({ files: 0, ffree: 0 })).toMatchObject({ state: 'ok' });
});
