import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { checkFolder } from './check-disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder is judged by the room of its disk, also one that is still to be made', async () => {
  const { bavail, bsize } = await statfs(folder);
  const freeGigabytes = Math.floor((bavail * bsize) / 1024 ** 3);
  for (const place of [folder, join(folder, 'a', 'b')]) {
    const { says } = await checkFolder('DATA_DIR', place);
    const [, amount, unit] = /^(\d+) (MB|GB) are free in /.exec(says) ?? [];
    const told = unit === 'GB' ? Number(amount) : Math.floor(Number(amount) / 1024);
    // Others write to the same disk meanwhile.
    expect(Math.abs(told - freeGigabytes)).toBeLessThanOrEqual(1);
    expect(says.endsWith(place)).toBe(true);
  }
});

test('a folder of the server is not judged by what the administrator may do', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  const { uid } = statSync(folder);
  if (uid === 0) chownSync(folder, 65_534, 65_534);
  try {
    expect(await checkFolder('DATA_DIR', folder)).toMatchObject({
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
