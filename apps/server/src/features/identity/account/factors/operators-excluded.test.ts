import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@zavet/contract/endpoints';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../../../', import.meta.url));

test('no operator endpoint concerns second factors', () => {
  const factorPath = /factor|passkey|one-time-codes|recovery-codes|lost-device|second-step/;
  const all = Object.values(endpoints).filter(({ path }) => factorPath.test(path));
  expect(all.length).toBeGreaterThan(10);
  expect(all.filter(({ callers }) => callers === 'operator')).toEqual([]);
});

test("only the owner's endpoints and the waiting period can remove factors", () => {
  const imports = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('features/identity/account/'))
    .flatMap((file) =>
      [...readFileSync(`${sources}${file}`, 'utf8').matchAll(/account\/(factors\/[\w/-]+)/g)].map(
        ([, module]) => `${relative('.', file)} → ${module}`,
      ),
    );
  expect(imports).toEqual([]);
  const index = readFileSync(`${sources}features/identity/account/index.ts`, 'utf8');
  const exported = index.match(/^export \{[^}]*\} from '[^']*';$/gm) ?? [];
  expect(exported.length).toBeGreaterThan(5);
  expect(exported.filter((line) => line.includes('factors/'))).toEqual([]);
});
