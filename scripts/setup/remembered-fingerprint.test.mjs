import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprint } from './fingerprint.mjs';
import { rememberedFingerprint } from './remembered-fingerprint.mjs';

let folder;
let memory;
let first;
const inputs = ['src', 'lock.json'];
const skipped = ['dist'];
const take = () => rememberedFingerprint(memory, folder, inputs, skipped);
const read = () => fingerprint(folder, inputs, skipped);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zavet-remembered-'));
  memory = join(folder, 'src/dist/.inputs');
  await mkdir(join(folder, 'src/dist'), { recursive: true });
  await writeFile(join(folder, 'src/a.ts'), 'a');
  await writeFile(join(folder, 'lock.json'), '{}');
  // What was changed just now is not remembered.
  expect(await take()).toBe(await read());
  await expect(readFile(memory)).rejects.toThrow('ENOENT');
  // After two seconds it is, by the clock of the files.
  for (first = await take(); !existsSync(memory); first = await take()) await pause(200);
});
afterAll(() => rm(folder, { recursive: true }));

test('gives what was remembered while nothing changes', async () => {
  expect(first).toBe(await read());
  const [look] = (await readFile(memory, 'utf8')).split('\n');
  await writeFile(memory, `${look}\nremembered`);
  expect(await take()).toBe('remembered');
});

test.each([
  ['a text of the same length whose time was set back', changedInDisguise],
  ['a file of the same name and length in its place', replaced],
  ['a new file', () => writeFile(join(folder, 'src/b.ts'), '')],
  ['a new name', () => rename(join(folder, 'src/b.ts'), join(folder, 'src/c.ts'))],
  ['a removed file', () => rm(join(folder, 'src/c.ts'))],
  ['a change of a single named file', () => writeFile(join(folder, 'lock.json'), '[]')],
])('reads again after %s', async (_name, change) => {
  await change();
  expect(await take()).toBe(await read());
});

async function changedInDisguise() {
  const longAgo = new Date('2026-01-01T00:00:00Z');
  await writeFile(join(folder, 'src/a.ts'), 'b');
  await utimes(join(folder, 'src/a.ts'), longAgo, longAgo);
}

async function replaced() {
  await writeFile(join(folder, 'aside.ts'), 'c');
  await rename(join(folder, 'aside.ts'), join(folder, 'src/a.ts'));
}
