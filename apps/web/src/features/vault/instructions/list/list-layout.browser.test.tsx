import '../../../../ui/theme/styles.css';
import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

beforeEach(() => {
  answerSignedInUser(fakeServer);
  // Enough instructions for search and filters.
  const instructions = [1, 2].flatMap((number) =>
    instructionCategories.map((category) =>
      instructionOf({ id: `${category}-${number}`, category }),
    ),
  );
  fakeServer.answer('listInstructions', instructionListOf(...instructions));
});
afterAll(() => page.viewport(1024, 800));

it.each([1280, 1024, 960])('shows the sort order beside the categories at %i px', async (width) => {
  await page.viewport(width, 800);
  await openPage('/instructions');
  const order = page.getByRole('combobox', { name: 'Порядок' });
  await expect.element(order).toBeVisible();
  await document.fonts.ready;
  const pills = page.getByRole('navigation', { name: 'Категории' }).getByRole('link').elements();
  expect(pills.length).toBeGreaterThan(instructionCategories.length);
  for (const pill of pills) {
    const { right } = pill.getBoundingClientRect();
    expect(right).toBeLessThan(order.element().getBoundingClientRect().left);
  }
});

it('no label of the bottom bar is cut off at 320 px', async () => {
  await page.viewport(320, 800);
  await openPage('/instructions');
  await expect.element(page.getByRole('button', { name: 'Фильтры' })).toBeVisible();
  await document.fonts.ready;
  const items = [...document.querySelectorAll('nav a, nav button')].filter(
    (item) => item.checkVisibility() && getComputedStyle(item).flexDirection === 'column',
  );
  expect(items).toHaveLength(5);
  for (const item of items) expect(item.scrollWidth).toBeLessThanOrEqual(item.clientWidth);
});
