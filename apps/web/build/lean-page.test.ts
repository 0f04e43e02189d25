import { expect, test } from 'vitest';
import { withoutUnusedVariables, withSystemTheme } from './lean-page.ts';

test('leaves out the variables that no rule uses, and those that only they used', () => {
  expect(
    withoutUnusedVariables(
      ':root{--a:1px;--b:var(--c);--c:2px;--d: ;color:red;--e:var(--a)}p{top:var(--a)}',
    ),
  ).toBe(':root{--a:1px;color:red;}p{top:var(--a)}');
});

test('leaves rules alone, also those that look alike', () => {
  const style = 'p.--a{top:var(--a,3px)}:root{--a:1px}@media print{body{--a:2px;top:0}}';
  expect(withoutUnusedVariables(style)).toBe(style);
});

test('has the dark colours ready for a system that is dark, until somebody has chosen', () => {
  expect(withSystemTheme(':root[data-theme=dark]{--a:1}p{top:0}')).toBe(
    ':root[data-theme=dark]{--a:1}@media (prefers-color-scheme:dark){:root:not([data-theme]){--a:1}}p{top:0}',
  );
});
