import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../../../', import.meta.url));

test('no operator endpoint concerns second factors', () => {
  const ofFactors = /factor|passkey|one-time-codes|recovery-codes|lost-device|second-step/;
  const all = Object.values(endpoints).filter(({ path }) => ofFactors.test(path));
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter(({ callers }) => callers === 'operator')).toEqual([]);
});

test("only the owner's endpoints and the waiting period can remove factors", () => {
  const reaching = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('features/identity/account/'))
    .flatMap((file) =>
      [...readFileSync(`${sources}${file}`, 'utf8').matchAll(/account\/(factors\/[\w/-]+)/g)].map(
        ([, part]) => `${relative('.', file)} → ${part}`,
      ),
    );
  expect(reaching).toEqual([]);
  const index = readFileSync(`${sources}features/identity/account/index.ts`, 'utf8');
  const published = index.match(/^export \{[^}]*\} from '[^']*';$/gm) ?? [];
  expect(published.length).toBeGreaterThan(5);
  expect(published.filter((line) => line.includes('factors/'))).toEqual([]);
});
