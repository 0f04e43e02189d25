import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  coveredByComponentTests,
  deskScreens,
  filledScreens,
  privateScreens,
  publicScreens,
} from './screens.ts';

const lists = [
  ['public', publicScreens],
  ['empty', privateScreens],
  ['filled', filledScreens],
  ['desk', deskScreens],
] as const;

for (const [kind, screens] of lists) {
  const covered = Object.entries(coveredByComponentTests[kind]);
  test.each(covered)(`a component test checks the accessibility of ${kind} %s`, (path, name) => {
    expect(screens).toContain(path);
    const file = new URL(`../../apps/web/src/${name}.browser.test.tsx`, import.meta.url);
    const [address] = path.split('#');
    expect(accessibilityTestsIn(readFileSync(file, 'utf8'))).toContainEqual(
      expect.stringContaining(`'${address}`),
    );
  });
}

/** The tests of a file that run axe, each preceded by the file's `open` helper. */
function accessibilityTestsIn(source: string): string[] {
  const [head = '', ...tests] = source.split(/^\s*(?=it(?:\.each)?\()/m);
  const opener = /const open = .*/.exec(head)?.[0] ?? '';
  return tests.filter((text) => text.includes('expectAccessible()')).map((text) => opener + text);
}
