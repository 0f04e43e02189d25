import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkKeyFile } from './check-keys.ts';

const key = Buffer.alloc(32, 7).toString('base64');
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zavet-keys-'));
  path = join(folder, 'master.key');
  writeFileSync(path, `1:${key}\n2:${key}\n`, { mode: 0o600 });
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => ({ kind: 'file' as const, path, mustBePrivate: true });

test('a key that only its user can read is fine, and is not repeated', () => {
  const finding = checkKeyFile(file(), true);
  expect(finding).toMatchObject({ state: 'ok', says: 'it can be read, in version 1 and 2' });
  expect(JSON.stringify(finding)).not.toContain(key);
  expect(checkKeyFile({ kind: 'value', text: key }, true)).toMatchObject({ state: 'ok' });
});

test('a key that others can read is wrong in production, and worth a warning elsewhere', () => {
  chmodSync(path, 0o640);
  expect(checkKeyFile(file(), true)).toMatchObject({
    state: 'wrong',
    todo: `Run: chmod 600 ${path}`,
  });
  expect(checkKeyFile({ kind: 'file', path }, false)).toMatchObject({ state: 'warning' });
});

test('a key that is gone or damaged is wrong', () => {
  writeFileSync(path, 'nothing');
  expect(checkKeyFile(file(), true)).toMatchObject({ state: 'wrong' });
  rmSync(path);
  expect(checkKeyFile(file(), true)).toMatchObject({ state: 'wrong' });
});

test('before the first start no key is missing; with a database one is', () => {
  const generated = { kind: 'generated' as const, dataDir: folder };
  expect(checkKeyFile(generated, false)).toMatchObject({ state: 'ok' });
  mkdirSync(join(folder, 'database'));
  expect(checkKeyFile(generated, false)).toMatchObject({ state: 'wrong' });
});
