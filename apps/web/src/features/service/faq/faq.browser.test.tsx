import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { addressNow, openPage } from '../../../../test/page.tsx';

it('opens the linked question of the FAQ, searches, and shows all questions again', async () => {
  await openPage('/faq#price-and-refund');
  await expect.element(page.getByRole('searchbox')).toBeVisible();
  await expect
    .poll(() => document.getElementById('price-and-refund')?.hasAttribute('open'))
    .toBe(true);
  expect(document.getElementById('price-and-refund')?.textContent).toMatch(/7.000/);
  await page.getByRole('searchbox').fill('ПАРОЛЬ почту');
  await expect.element(page.getByText(/^Найден/)).toBeVisible();
  await expect
    .poll(() => document.getElementById('password-and-email')?.checkVisibility())
    .toBe(true);
  expect(document.getElementById('price-and-refund')?.checkVisibility() ?? false).toBe(false);
  await expect.poll(addressNow).toContain('q=');
  await page.getByRole('searchbox').fill('абракадабра');
  await expect.element(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible();
  await page.getByRole('button', { name: 'Показать все вопросы' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await page.getByRole('button', { name: 'Раскрыть все' }).click();
  await expect.poll(() => document.querySelectorAll('details[id][open]').length).toBe(45);
});
