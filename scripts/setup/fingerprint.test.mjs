import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zavet-fingerprint-'));
  await mkdir(join(folder, 'src/dist'), { recursive: true });
  await writeFile(join(folder, 'src/a.ts'), 'a');
  await writeFile(join(folder, 'lock.json'), '{}');
});
afterEach(() => rm(folder, { recursive: true }));

const take = () => fingerprint(folder, ['src', 'lock.json'], ['dist']);

test('stays the same while nothing changes, and ignores what is skipped', async () => {
  const before = await take();
  await writeFile(join(folder, 'src/dist/out.js'), 'result');
  expect(await take()).toBe(before);
});

test.each([
  ['a changed text', () => writeFile(join(folder, 'src/a.ts'), 'b')],
  ['a new file', () => writeFile(join(folder, 'src/b.ts'), '')],
  ['a new name', () => rename(join(folder, 'src/a.ts'), join(folder, 'src/c.ts'))],
  ['a removed file', () => rm(join(folder, 'src/a.ts'))],
  ['a change of a single named file', () => writeFile(join(folder, 'lock.json'), '[]')],
])('changes with %s', async (_name, change) => {
  const before = await take();
  await change();
  expect(await take()).not.toBe(before);
});
