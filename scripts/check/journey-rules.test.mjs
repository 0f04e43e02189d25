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
  const [fault, ...rest] = journeyFaults(`const a = 1;\n\n  ${statement};\nconst b = 2;\n`);
  expect(fault?.line).toBe(3);
  expect(rest).toEqual([]);
});

test('links that are followed, or whose download is waited for, are fine', () => {
  const source = `
    await follow(page.getByRole('link', { name: 'A' }), 'Heading');
    await page.getByRole('button', { name: 'B' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'C' }).click(),
    ]);
  `;
  expect(journeyFaults(source)).toEqual([]);
});
