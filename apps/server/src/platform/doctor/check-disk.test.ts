import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { checkFolder } from './check-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

const plenty = { warnBelowBytes: 1, wrongBelowBytes: 1 };

test('a folder with room is fine, also one that is still to be made', async () => {
  expect(await checkFolder('DATA_DIR', folder, plenty)).toMatchObject({ state: 'ok' });
  expect(await checkFolder('DATA_DIR', join(folder, 'a', 'b'), plenty)).toMatchObject({
    state: 'ok',
  });
});

test('little room is worth a warning, hardly any is wrong', async () => {
  const little = { warnBelowBytes: Number.MAX_VALUE, wrongBelowBytes: 1 };
  expect(await checkFolder('DATA_DIR', folder, little)).toMatchObject({ state: 'warning' });
  const hardly = { warnBelowBytes: Number.MAX_VALUE, wrongBelowBytes: Number.MAX_VALUE };
  expect(await checkFolder('DATA_DIR', folder, hardly)).toMatchObject({ state: 'wrong' });
});

test('a folder of the server is not judged by what the administrator may do', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  const { uid } = statSync(folder);
  if (uid === 0) chownSync(folder, 65_534, 65_534);
  try {
    expect(await checkFolder('DATA_DIR', folder, plenty)).toMatchObject({
      state: 'warning',
      todo: expect.stringContaining('as the user of the server'),
    });
  } finally {
    if (uid === 0) chownSync(folder, 0, 0);
    vi.restoreAllMocks();
  }
});

test('a file is no folder', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await checkFolder('DATA_DIR', file)).toMatchObject({ state: 'wrong' });
  expect(await checkFolder('DATA_DIR', join(file, 'below'))).toMatchObject({ state: 'wrong' });
});
