import { afterEach, expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { openPage } from '../../../../../test/page.tsx';

const piece = page.getByRole('region', { name: /^Завет хранит/ });
const email = page.getByLabelText('Электронная почта', { exact: true });
const placeOf = (part: Locator) => part.element().getBoundingClientRect();

afterEach(() => page.viewport(1024, 800));

it.each(['/login', '/signup'])(
  'on %s it stands beside the form where there is room, and below it on a phone',
  async (path) => {
    await page.viewport(1280, 860);
    await openPage(path);
    await expect.element(email).toBeVisible();
    await expect.element(piece).toBeVisible();
    expect(placeOf(piece).left).toBeGreaterThan(placeOf(email).right);
    expect(placeOf(piece).top).toBeLessThan(placeOf(email).top);

    await page.viewport(360, 740);
    await expect.poll(() => placeOf(piece).top).toBeGreaterThan(placeOf(email).bottom);
    expect(placeOf(piece).right).toBeLessThanOrEqual(360);
  },
);

it('tells in three steps how it works, and leads on to the public page in the same language', async () => {
  await openPage('/login');
  const steps = piece.getByRole('list', { name: 'Как это работает' });
  await expect.element(steps).toBeVisible();
  const titles = steps.getByRole('heading', { level: 3 }).elements();
  expect(titles.map(({ textContent }) => textContent)).toEqual([
    'Вы пишете',
    'Называете, кому доверяете',
    'Каждый получает своё',
  ]);
  const more = piece.getByRole('link', { name: 'Подробнее о Завете' });
  await expect.element(more).toHaveAttribute('href', '/welcome?lang=ru');
});
