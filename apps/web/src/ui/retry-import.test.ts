import { expect, test } from 'vitest';
import { retryImport } from './retry-import.ts';

const moduleUrl = 'https://zavet.example/assets/panel-Cx1.js';

test('retries a failed file under a new address', async () => {
  const imported: string[] = [];
  const importFrom = async (address: string) => imported.push(address);
  for (const words of ['Failed to fetch dynamically', 'error loading dynamically']) {
    await retryImport(new TypeError(`${words} imported module: ${moduleUrl}`), importFrom);
  }
  expect(imported.every((address) => address.startsWith(`${moduleUrl}?`))).toBe(true);
  expect(new Set(imported).size).toBe(2);
});

test('rethrows a failure that names no file', async () => {
  const failure = new TypeError('Importing a module script failed.');
  await expect(retryImport(failure)).rejects.toBe(failure);
});
