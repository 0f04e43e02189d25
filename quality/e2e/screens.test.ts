import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  deskScreens,
  filledScreens,
  lookedAtByComponents,
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
  const lookedAt = Object.entries(lookedAtByComponents[kind]);
  test.each(lookedAt)(`a component test looks at ${kind} %s`, (path, name) => {
    expect(screens).toContain(path);
    const file = new URL(`../../apps/web/src/${name}.browser.test.tsx`, import.meta.url);
    const [address] = path.split('#');
    expect(looksOf(readFileSync(file, 'utf8'))).toContainEqual(
      expect.stringContaining(`'${address}`),
    );
  });
}

/** The tests of a file that look with axe, each with what stands before the first test. */
function looksOf(source: string): string[] {
  const [head = '', ...tests] = source.split(/^\s*(?=it(?:\.each)?\()/m);
  const opener = /const open = .*/.exec(head)?.[0] ?? '';
  return tests.filter((text) => text.includes('expectAccessible()')).map((text) => opener + text);
}
