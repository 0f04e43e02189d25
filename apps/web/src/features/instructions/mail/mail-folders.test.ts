import { expect, test } from 'vitest';
import { countByFolder, inFolder } from './mail-folders.ts';

const mails = [
  { id: 'a', status: 'outbox' },
  { id: 'b', status: 'sent' },
  { id: 'c', status: 'outbox' },
] as const;
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

test('every folder holds and counts its own', () => {
  expect(ids(inFolder(mails, 'outbox', undefined))).toEqual(['a', 'c']);
  expect(ids(inFolder(mails, 'sent', undefined))).toEqual(['b']);
  expect(countByFolder(mails)).toEqual({ outbox: 2, sent: 1 });
  expect(countByFolder([])).toEqual({ outbox: 0, sent: 0 });
});

test('a search finds only within the chosen folder, in the order of the list', () => {
  expect(ids(inFolder(mails, 'outbox', ['c', 'b', 'a']))).toEqual(['a', 'c']);
  expect(ids(inFolder(mails, 'sent', ['a']))).toEqual([]);
  expect(ids(inFolder(mails, 'outbox', []))).toEqual([]);
});

test('what was found and deleted meanwhile is not shown', () => {
  expect(ids(inFolder(mails, 'outbox', ['gone', 'c']))).toEqual(['c']);
});
