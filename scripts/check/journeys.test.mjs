import { expect, test } from 'vitest';
import { journeyFaults } from './journeys.mjs';

test.each([
  ['a pressed link without a target', `await page.getByRole('link', { name: 'A' }).click()`],
  ['a limit in a journey', `await expect(page).toHaveURL(/a/, { timeout: 5_000 })`],
  ['a pause', `await page.waitForTimeout(300)`],
  ['waiting for an idle network', `await page.waitForLoadState('networkidle')`],
  ['a clock that runs by itself', `await page.clock.install()`],
  ['a browser without page checks', `const other = await browser.newPage({ baseURL })`],
])('%s is reported with its line', (_, statement) => {
  const source = `test('a', () => {\n  expect(1);\n  ${statement};\n});\n`;
  const [fault, ...rest] = journeyFaults(source);
  expect(fault?.line).toBe(3);
  expect(rest).toEqual([]);
});

test('followed links and awaited downloads are accepted', () => {
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

test('a test without assertion and a file without a test are reported', () => {
  const empty = "test('a', async () => { expect(1) });\ntest('b', async ({ page }) => {});\n";
  expect(journeyFaults(empty)).toMatchObject([{ line: 2 }]);
  expect(journeyFaults('const a = 1;')).toHaveLength(1);
});
