import { expect, test } from '../server-fixture.ts';

test('the keyboard alone is enough to sign in, to choose from a list and to choose a theme, which is kept', async ({
  page,
  person,
}) => {
  await page.context().clearCookies();
  await page.goto('/login');
  const { keyboard } = page;
  const email = page.getByLabel('Электронная почта');
  await expect(email).toBeVisible();
  for (let press = 0; press < 12; press++) {
    if (await email.evaluate((element) => element === document.activeElement)) break;
    await keyboard.press('Tab');
  }
  await expect(email).toBeFocused();
  await keyboard.type(person.email);
  await keyboard.press('Tab');
  await keyboard.type(person.password);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/settings?tab=support');
  const field = page.getByRole('combobox', { name: 'О чём обращение' });
  const list = page.getByRole('listbox');
  await expect(field).toHaveText('Технический вопрос');
  const option = (name: string) => page.getByRole('option', { name });
  await field.focus();
  await keyboard.press('Enter');
  await expect(option('Технический вопрос')).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Технический вопрос');
  await keyboard.press('ArrowDown');
  await expect(option('Технический вопрос')).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(option('Тариф и оплата')).toBeFocused();
  await keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Тариф и оплата');

  // The chosen theme is applied before any script of the application runs.
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Светлая' }).focus();
  await keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/settings', { waitUntil: 'domcontentloaded' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
