import { expect, test } from 'vitest';
import { fewNames, leavesOn, leavingNames, removedByDay } from './room-rules.ts';

const file = (id: string) => ({
  id,
  instruction_id: 'i',
  file_name: `${id}.pdf`,
  file_size_mb: 1,
  size_bytes: 1_048_576,
  mime_type: 'application/pdf',
  created_at: '2026-11-15T10:00:00.000Z',
});
const instruction = {
  files: [file('a'), file('b'), file('c')],
  files_leaving: { on: '2027-01-17', file_ids: ['b', 'c'] },
};

test('each file that goes names its day, and the others do not', () => {
  expect(instruction.files.map((one) => leavesOn(instruction, one))).toEqual([
    undefined,
    '2027-01-17',
    '2027-01-17',
  ]);
  expect(leavingNames(instruction)).toEqual(['b.pdf', 'c.pdf']);
  expect(leavingNames({ ...instruction, files_leaving: null })).toEqual([]);
});

test('files that went stand together by day', () => {
  const removed = (id: string, removed_on: string) => ({ id, file_name: `${id}.pdf`, removed_on });
  const files = [
    removed('a', '2027-01-17'),
    removed('b', '2027-01-17'),
    removed('c', '2027-03-01'),
  ];
  expect(removedByDay(files)).toEqual([
    { day: '2027-01-17', names: ['a.pdf', 'b.pdf'] },
    { day: '2027-03-01', names: ['c.pdf'] },
  ]);
});

test('of many files the first ten are named and the rest is counted', () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}`);
  expect(fewNames(names)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 +2');
  expect(fewNames(['a', 'b'])).toBe('a, b');
  expect(fewNames(names.slice(0, 10))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
});
