import { HeldClock } from '../held-clock.ts';
import { chooseInMenu, fillLogin, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('a list is opened, walked through and left with the keyboard alone', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=support');
  const field = page.getByRole('combobox', { name: 'О чём обращение' });
  const list = page.getByRole('listbox');
  await expect(field).toHaveText('Технический вопрос');
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Технический вопрос');

  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveText('Тариф и оплата');
});

test('in a dialog Escape closes the open list first', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  const leaving = await nameContact(page.request, 'Уходящий Иван');
  await nameContact(page.request, 'Остающаяся Анна');
  await writeInstruction(page.request, [leaving.id], 'Только Ивану');
  await page.goto('/contact');
  await chooseInMenu(page, 'Уходящий Иван', 'Удалить');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Кого назвать вместо него' }).click();
  const list = dialog.getByRole('listbox');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the language is changed with the keyboard alone', async ({ page }) => {
  await page.goto('/login');
  const menu = page.getByRole('button', { name: 'Язык: Русский' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Русский', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Language: English' })).toBeFocused();
});

test('a message stays while it is pointed at, and goes by itself afterwards', async ({
  page,
  person,
}) => {
  await page.context().clearCookies();
  const clock = await HeldClock.of(page);
  await page.goto('/login');
  await clock.stepUntilVisible(screen(page, 'Вход'));
  await fillLogin(page, person);
  const message = page.getByText('Вы вошли в систему');
  await clock.stepUntilVisible(message);
  await message.hover();
  await clock.pass(60_000);
  await expect(message).toBeVisible();
  await page.mouse.move(0, 0);
  await clock.pass(2000);
  await expect(message).toBeVisible();
  await clock.stepUntil(() => message.isHidden());
});
