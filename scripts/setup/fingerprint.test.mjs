import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachedFingerprint, fingerprint } from './fingerprint.mjs';

let folder;
let memory;
const inputs = ['src', 'lock.json'];
const skipped = ['dist'];
const compute = () => fingerprint(folder, inputs, skipped);
const remembered = () => cachedFingerprint(memory, folder, inputs, skipped);
const write = (path, text) => writeFile(join(folder, path), text);
const move = (from, to) => rename(join(folder, from), join(folder, to));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zavet-fingerprint-'));
  memory = join(folder, 'src/dist/.inputs');
  await mkdir(join(folder, 'src/dist'), { recursive: true });
  await write('src/a.ts', 'a');
  await write('lock.json', '{}');
});
afterAll(() => rm(folder, { recursive: true }));

const changes = [
  ['a changed text', () => write('src/a.ts', 'b')],
  ['a text of the same length with its old time', changeKeepingTime],
  ['another file of the same name and length', replace],
  ['a new file', () => write('src/b.ts', '')],
  ['a new name', () => move('src/b.ts', 'src/c.ts')],
  ['a removed file', () => rm(join(folder, 'src/c.ts'))],
  ['a change of a single named file', () => write('lock.json', '[]')],
];

describe('a fingerprint', () => {
  test('ignores changes of skipped names', async () => {
    const before = await compute();
    await write('src/dist/out.js', 'result');
    expect(await compute()).toBe(before);
  });

  test.each(changes)('changes with %s', async (_, change) => {
    const before = await compute();
    await change();
    expect(await compute()).not.toBe(before);
  });
});

describe('a remembered fingerprint', () => {
  test('is not stored right after a change, and used while nothing changes', async () => {
    await write('lock.json', '{}');
    expect(await remembered()).toBe(await compute());
    await expect(readFile(memory)).rejects.toThrow('ENOENT');
    // Stored two seconds after the change, by the clock of the file system.
    while (!existsSync(memory)) {
      expect(await remembered()).toBe(await compute());
      await pause(200);
    }
    const [metadata] = (await readFile(memory, 'utf8')).split('\n');
    await writeFile(memory, `${metadata}\nstored`);
    expect(await remembered()).toBe('stored');
  });

  test.each(changes)('is computed again after %s', async (_, change) => {
    await change();
    expect(await remembered()).toBe(await compute());
  });
});

async function changeKeepingTime() {
  const time = new Date('2026-01-01T00:00:00Z');
  await write('src/a.ts', String(Math.floor(Math.random() * 10)));
  await utimes(join(folder, 'src/a.ts'), time, time);
}

async function replace() {
  await write('new.ts', 'c');
  await move('new.ts', 'src/a.ts');
}
