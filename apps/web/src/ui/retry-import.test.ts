import { expect, test } from 'vitest';
import { retryImport } from './retry-import.ts';

const file = 'https://zavet.example/assets/panel-Cx1.js';

test('a file that failed to come is asked for under an address that was never asked for', async () => {
  const asked: string[] = [];
  const ask = async (address: string) => asked.push(address);
  for (const words of ['Failed to fetch dynamically', 'error loading dynamically']) {
    await retryImport(new TypeError(`${words} imported module: ${file}`), ask);
  }
  expect(asked.every((address) => address.startsWith(`${file}?`))).toBe(true);
  expect(new Set(asked).size).toBe(2);
});

test('a failure that names no file stays what it is', async () => {
  const failure = new TypeError('Importing a module script failed.');
  await expect(retryImport(failure)).rejects.toBe(failure);
});
