import { expect, test } from 'vitest';
import { withoutUnusedVariables, withSystemTheme } from './lean-page.ts';

test('removes variables that no rule uses, directly or through other variables', () => {
  expect(
    withoutUnusedVariables(
      ':root{--a:1px;--b:var(--c);--c:2px;--d: ;color:red;--e:var(--a)}p{top:var(--a)}',
    ),
  ).toBe(':root{--a:1px;color:red;}p{top:var(--a)}');
});

test('leaves rules unchanged, even if they look like variables', () => {
  const style = 'p.--a{top:var(--a,3px)}:root{--a:1px}@media print{body{--a:2px;top:0}}';
  expect(withoutUnusedVariables(style)).toBe(style);
});

test('has the dark colours for a system in dark mode, until a theme is chosen', () => {
  expect(withSystemTheme(':root[data-theme=dark]{--a:1}p{top:0}')).toBe(
    ':root[data-theme=dark]{--a:1}@media (prefers-color-scheme:dark){:root:not([data-theme]){--a:1}}p{top:0}',
  );
});
