import { expect, test } from 'vitest';
import { journeyFaults } from './journey-rules.mjs';

test.each([
  [
    'a link that is pressed and not followed',
    `await page.getByRole('link', { name: 'A' }).click()`,
  ],
  ['a limit of its own', `await expect(page).toHaveURL(/a/, { timeout: 5_000 })`],
  ['a pause', `await page.waitForTimeout(300)`],
  ['a guess that nothing is under way', `await page.waitForLoadState('networkidle')`],
  ['a clock that goes on by itself', `await page.clock.install()`],
  ['a browser that nobody watches', `const other = await browser.newPage({ baseURL })`],
])('%s is noticed with its line', (_, statement) => {
  const source = `test('a', () => {\n  expect(1);\n  ${statement};\n});\n`;
  const [fault, ...rest] = journeyFaults(source);
  expect(fault?.line).toBe(3);
  expect(rest).toEqual([]);
});

test('links that are followed, or whose download is waited for, are fine', () => {
  const source = `
test('a', async () => {
    await follow(page.getByRole('link', { name: 'A' }), 'Heading');
    await page.getByRole('button', { name: 'B' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'C' }).click(),
    ]);
});
  `;
  expect(journeyFaults(source)).toEqual([]);
});

test('a test that looks at nothing and a file without a test are noticed', () => {
  const empty = "test('a', async () => { expect(1) });\ntest('b', async ({ page }) => {});\n";
  expect(journeyFaults(empty)).toMatchObject([{ line: 2 }]);
  expect(journeyFaults('const a = 1;')).toHaveLength(1);
});
