import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { currentRelease, readRelease } from './installation.ts';

it('knows its release only inside a package', () => {
  expect(currentRelease).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'zavet-release-'));
  const file = join(folder, 'release.json');
  writeFileSync(file, JSON.stringify({ version: '1.2.3', commit: null }));
  expect(readRelease(pathToFileURL(file))).toEqual({ version: '1.2.3', commit: null });
  writeFileSync(file, '{}');
  expect(() => readRelease(pathToFileURL(file))).toThrow();
  rmSync(folder, { recursive: true });
});
