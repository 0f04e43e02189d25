import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { expect, test } from 'vitest';
import { checkChosenFiles, roundSpace, selectFittingFiles, totalMb } from './file-choice.ts';

const file = (name: string, size = 100) => ({ name, size });
const problems = (chosen: ReturnType<typeof file>[], existing: ReturnType<typeof file>[] = []) =>
  checkChosenFiles(chosen, existing).refused.map(
    ({ file_name, problem }) => `${file_name}: ${problem}`,
  );

test('rejects invalid files with a reason and accepts the others', () => {
  const { accepted, refused } = checkChosenFiles(
    [file('план.pdf'), file('virus.exe'), file('big.jpg', 10 * bytesPerMb + 1), file('nil.txt', 0)],
    [],
  );
  expect(accepted.map(({ name }) => name)).toEqual(['план.pdf']);
  expect(refused).toEqual([
    { file_name: 'virus.exe', problem: 'file_type_unsupported' },
    { file_name: 'big.jpg', problem: 'file_too_large' },
    { file_name: 'nil.txt', problem: 'file_empty' },
  ]);
});

test('accepts a file of exactly the maximum size', () => {
  expect(problems([file('a.pdf', 10 * bytesPerMb)])).toEqual([]);
});

test('rejects a file with the name and size of an attached or already chosen one', () => {
  expect(problems([file('a.pdf')], [file('a.pdf')])).toEqual(['a.pdf: file_already_attached']);
  expect(problems([file('a.pdf'), file('a.pdf')])).toEqual(['a.pdf: file_already_attached']);
  expect(problems([file('a.pdf', 101), file('b.pdf')], [file('a.pdf')])).toEqual([]);
});

test('treats composed and decomposed letters in names as equal', () => {
  const composed = 'й.pdf'.normalize('NFC');
  const decomposed = 'й.pdf'.normalize('NFD');
  expect(problems([file(decomposed)], [file(composed)])).toHaveLength(1);
});

test('rejects a name that is too long for the server before the upload', () => {
  expect(problems([file(`${'я'.repeat(252)}.pdf`)])).toEqual([
    `${'я'.repeat(252)}.pdf: file_name_too_long`,
  ]);
  expect(problems([file(`${'я'.repeat(251)}.pdf`)])).toEqual([]);
});

test('totalMb adds up sizes in megabytes', () => {
  expect(totalMb([file('a.pdf', bytesPerMb), file('b.pdf', bytesPerMb / 2)])).toBe(1.5);
});

test('rounded sizes never seem to fit when they do not', () => {
  expect(roundSpace(5.01, 4.99)).toEqual({ attempted: 5.1, available: 4.9 });
  expect(roundSpace(5, -3)).toEqual({ attempted: 5, available: 0 });
});

test('selects the files that fit in order and returns the rest', () => {
  const files = [file('a', 6), file('b', 5), file('c', 4)];
  const { fitting, rest, freeBytes } = selectFittingFiles(files, 10);
  expect(fitting.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(rest.map(({ name }) => name)).toEqual(['b']);
  expect(freeBytes).toBe(0);
  expect(selectFittingFiles(files, -3)).toEqual({ fitting: [], rest: files, freeBytes: 0 });
});
