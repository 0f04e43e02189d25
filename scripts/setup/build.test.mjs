import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressFolder } from './build.mjs';

const script = 'const word = "testament";\n'.repeat(200);
let folder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zavet-compress-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/app.js'), script);
  await writeFile(join(folder, 'assets/tiny.css'), 'a{}');
  await writeFile(join(folder, 'assets/font.woff2'), script);
  await writeFile(join(folder, 'index.html'), script);
  await compressFolder(folder);
});
afterAll(() => rm(folder, { recursive: true }));

test('writes both encodings of a script, which decompress to the script', async () => {
  const brotli = await readFile(join(folder, 'assets/app.js.br'));
  const gzip = await readFile(join(folder, 'assets/app.js.gz'));
  expect(String(brotliDecompressSync(brotli))).toBe(script);
  expect(String(gunzipSync(gzip))).toBe(script);
});

test('skips fonts, tiny files and pages', async () => {
  const names = (await readdir(folder, { recursive: true })).sort();
  expect(names).toEqual([
    'assets',
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'assets/font.woff2',
    'assets/tiny.css',
    'index.html',
  ]);
});
