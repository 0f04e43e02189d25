import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterFolder } from '../../../platform/database/embedded/cluster.ts';
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

const file = () => ({ path, mustBePrivate: true });

test('a private key file is ok, and the key is not printed', () => {
  const finding = checkKeyFile(file(), true);
  expect(finding).toMatchObject({ state: 'ok', says: 'it can be read, in version 1 and 2' });
  expect(JSON.stringify(finding)).not.toContain(key);
});

test('a key file readable by others is wrong in production, and a warning elsewhere', () => {
  chmodSync(path, 0o640);
  expect(checkKeyFile(file(), true)).toMatchObject({
    state: 'wrong',
    todo: `Run: chmod 600 ${path}`,
  });
  expect(checkKeyFile({ path }, false)).toMatchObject({ state: 'warning' });
});

test('a missing or damaged key is wrong', () => {
  writeFileSync(path, 'nothing');
  expect(checkKeyFile(file(), true)).toMatchObject({ state: 'wrong' });
  rmSync(path);
  expect(checkKeyFile(file(), true)).toMatchObject({ state: 'wrong' });
});

test('a missing key is ok only before the first start', () => {
  const generated = { path: join(folder, 'keys', 'master.key'), generatedFor: folder };
  expect(checkKeyFile(generated, false)).toMatchObject({ state: 'ok' });
  mkdirSync(clusterFolder(folder), { recursive: true });
  expect(checkKeyFile(generated, false)).toMatchObject({ state: 'wrong' });
});
