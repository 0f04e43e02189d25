import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { currentRelease, readRelease, withInstalledCommands } from './installation.ts';

describe('a sentence that names commands', () => {
  it.each([
    [
      'Use npm run keys, npm run keys -- rotate, or npm run keys -- drop <version>.',
      'Use zavet keys, zavet keys rotate, or zavet keys drop <version>.',
    ],
    [
      'so give it: npm run mail-check -- --address <address>',
      'so give it: zavet mail-check --address <address>',
    ],
    ['Start it with npm start.', 'Start it with zavet serve.'],
    ['There is no space left.', 'There is no space left.'],
  ])('names them in a package as the package does: %s', (written, said) => {
    expect(withInstalledCommands(written, true)).toBe(said);
  });

  it('names them in the project as npm does', () => {
    const sentence = 'Use npm run keys -- rotate.';
    expect(withInstalledCommands(sentence, false)).toBe(sentence);
  });
});

it('is known in a package only', () => {
  expect(currentRelease).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'zavet-release-'));
  const file = join(folder, 'release.json');
  writeFileSync(file, JSON.stringify({ version: '1.2.3', commit: null }));
  expect(readRelease(pathToFileURL(file))).toEqual({ version: '1.2.3', commit: null });
  writeFileSync(file, '{}');
  expect(() => readRelease(pathToFileURL(file))).toThrow();
  rmSync(folder, { recursive: true });
});
