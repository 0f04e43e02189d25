import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import type { ExpectedFileView } from '@zavet/contract/vault/instruction-schemas';
import type { FileRemovalReason } from '@zavet/contract/vault/instruction-values';
import { expect, test } from 'vitest';
import type { Upload, UploadState } from '../public/upload-runner.ts';
import {
  canRetry,
  missingFilesOf,
  namesToRemove,
  removalDayOf,
  removalsOf,
  shortNameList,
} from './attachment-rules.ts';

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
  files_to_remove: { on: '2027-01-17', file_ids: ['b', 'c'] },
};

test('returns the removal day and the names of exactly the files to be removed', () => {
  expect(instruction.files.map((one) => removalDayOf(instruction, one))).toEqual([
    undefined,
    '2027-01-17',
    '2027-01-17',
  ]);
  expect(namesToRemove(instruction)).toEqual(['b.pdf', 'c.pdf']);
  expect(namesToRemove({ ...instruction, files_to_remove: null })).toEqual([]);
});

test('groups removed files by reason and day', () => {
  const removed = (id: string, removed_on: string, reason: FileRemovalReason = 'no_space') => ({
    ...{ id, file_name: `${id}.pdf` },
    ...{ reason, removed_on },
  });
  const files = [
    removed('a', '2027-01-17'),
    removed('b', '2027-01-17'),
    removed('c', '2027-01-17', 'lost'),
    removed('d', '2027-03-01'),
  ];
  expect(removalsOf(files)).toEqual([
    { reason: 'no_space', removed_on: '2027-01-17', names: ['a.pdf', 'b.pdf'] },
    { reason: 'lost', removed_on: '2027-01-17', names: ['c.pdf'] },
    { reason: 'no_space', removed_on: '2027-03-01', names: ['d.pdf'] },
  ]);
});

test('lists the first ten names and the number of the others', () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}`);
  expect(shortNameList(names)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 +2');
  expect(shortNameList(['a', 'b'])).toBe('a, b');
  expect(shortNameList(names.slice(0, 10))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9');
});

const expectedFile = (file_name: string, is_arriving = false): ExpectedFileView => ({
  id: file_name,
  file_name,
  size_bytes: 10,
  expected_since: '2026-11-15T00:00:00Z',
  is_arriving,
});
const upload = (file_name: string, state: UploadState, target_id = 'i1'): Upload => ({
  id: file_name,
  target_id,
  file_name,
  size_bytes: 10,
  attempts: 1,
  state,
});
const missingNames = (files: ExpectedFileView[], uploads: Upload[]) =>
  missingFilesOf({ id: 'i1', expected_files: files }, uploads).map(({ file_name }) => file_name);

test('an expected file is missing without an upload, or if its upload failed or was cancelled', () => {
  expect(missingNames([expectedFile('a')], [])).toEqual(['a']);
  expect(
    missingNames([expectedFile('a')], [upload('a', { kind: 'failed', error: undefined })]),
  ).toEqual(['a']);
  expect(missingNames([expectedFile('a')], [upload('a', { kind: 'cancelled' })])).toEqual(['a']);
});

test('a file with a waiting upload, here or in another tab, is not missing', () => {
  expect(missingNames([expectedFile('a')], [upload('a', { kind: 'waiting' })])).toEqual([]);
  expect(
    missingNames([expectedFile('й.txt')], [upload('и\u0306.txt', { kind: 'waiting' })]),
  ).toEqual([]);
  expect(missingNames([expectedFile('a', true)], [])).toEqual([]);
});

test('an upload of the same file to another instruction does not count', () => {
  expect(missingNames([expectedFile('a')], [upload('a', { kind: 'waiting' }, 'i2')])).toEqual([
    'a',
  ]);
});

const errorOf = (code: ErrorCode) => new ApiError(400, { error: { code }, request_id: 'r' });

test.each<ErrorCode>([
  'file_type_unsupported',
  'file_content_mismatch',
  'file_too_large',
  'file_already_attached',
  'instruction_closed',
])('an upload cannot be retried after %s', (code) => {
  expect(canRetry(errorOf(code))).toBe(false);
});

test('an upload can be retried after a network failure or a temporary error', () => {
  expect(canRetry(new TypeError('The file could not be sent'))).toBe(true);
  expect(canRetry(errorOf('file_storage_unavailable'))).toBe(true);
  expect(canRetry(errorOf('storage_limit_exceeded'))).toBe(true);
});
