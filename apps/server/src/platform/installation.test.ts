import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { currentRelease, readRelease, withInstalledCommands } from './installation.ts';

describe('commands in a sentence', () => {
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
  ])('are named as in the package: %s', (sentence, expected) => {
    expect(withInstalledCommands(sentence, true)).toBe(expected);
  });

  it('are npm scripts outside of a package', () => {
    const sentence = 'Use npm run keys -- rotate.';
    expect(withInstalledCommands(sentence, false)).toBe(sentence);
  });
});

it('the release is known in a package only', () => {
  expect(currentRelease).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'zavet-release-'));
  const file = join(folder, 'release.json');
  writeFileSync(file, JSON.stringify({ version: '1.2.3', commit: null }));
  expect(readRelease(pathToFileURL(file))).toEqual({ version: '1.2.3', commit: null });
  writeFileSync(file, '{}');
  expect(() => readRelease(pathToFileURL(file))).toThrow();
  rmSync(folder, { recursive: true });
});
