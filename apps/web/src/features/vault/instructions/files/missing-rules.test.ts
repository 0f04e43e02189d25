import type { ExpectedFileView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import type { Upload, UploadState } from '../public/upload-queue.ts';
import { missingFiles } from './missing-rules.ts';

const expected = (file_name: string, is_arriving = false): ExpectedFileView => ({
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
  tries: 1,
  state,
});
const missing = (files: ExpectedFileView[], uploads: Upload[]) =>
  missingFiles({ id: 'i1', expected_files: files }, uploads).map(({ file_name }) => file_name);

test('a file is missing when nobody sends it, also after its upload failed or was cancelled', () => {
  expect(missing([expected('a')], [])).toEqual(['a']);
  expect(missing([expected('a')], [upload('a', { kind: 'failed', error: undefined })])).toEqual([
    'a',
  ]);
  expect(missing([expected('a')], [upload('a', { kind: 'cancelled' })])).toEqual(['a']);
});

test('a file that waits or is sent, here or elsewhere, is not missing', () => {
  expect(missing([expected('a')], [upload('a', { kind: 'waiting' })])).toEqual([]);
  expect(missing([expected('й.txt')], [upload('и\u0306.txt', { kind: 'waiting' })])).toEqual([]);
  expect(missing([expected('a', true)], [])).toEqual([]);
});

test('the same file on its way to another instruction does not count', () => {
  expect(missing([expected('a')], [upload('a', { kind: 'waiting' }, 'i2')])).toEqual(['a']);
});
