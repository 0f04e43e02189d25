import { expectShown } from '../page-witness.ts';
import { signInPerson } from '../people.ts';
import { screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('other sessions are seen and ended', async ({ page, person, visitor }) => {
  const other = await visitor();
  await signInPerson(other.request, person);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: /Завершить сеанс:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить сеанс' }).click();
  await expect(page.getByText('Других сеансов нет.')).toBeVisible();
  await other.goto('/dashboard');
  await expect(other).toHaveURL(/\/login/);
});

test('the emergency PIN is set and removed with the password', async ({ page, person }) => {
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Задать PIN-код' }).click();
  await page.getByLabel('Новый PIN-код').fill('730514');
  await page.getByLabel('Текущий пароль').fill(person.password);
  await page.getByRole('button', { name: 'Сохранить PIN-код' }).click();
  await expectShown(page, 'PIN-код сохранён');
  await page.getByRole('button', { name: 'Удалить PIN-код' }).click();
  await page.getByLabel('Текущий пароль').fill(person.password);
  await page.getByRole('button', { name: 'Удалить PIN-код' }).last().click();
  await expectShown(page, 'PIN-код удалён');
});

test('an account is deleted with three clicks, the word and the password, and not before', async ({
  page,
  person,
}) => {
  await page.goto('/settings?tab=security');
  const button = page.getByRole('button', { name: /Удалить аккаунт|Нажмите ещё раз/ });
  await button.click();
  await expect(page.getByText('1/3')).toBeVisible();
  await button.click();
  await expect(page.getByText('2/3')).toBeVisible();
  await page.getByRole('button', { name: 'Сбросить счётчик' }).click();
  await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeVisible();

  for (let press = 0; press < 3; press++) await button.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Не удалять' }).click();
  await expectShown(page, 'Удаление аккаунта отменено.');
  await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeVisible();

  for (let press = 0; press < 3; press++) await button.click();
  await dialog.getByLabel(/Напишите слово/).fill('УДАЛИТЬ');
  await dialog.getByLabel('Текущий пароль').fill(person.password);
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
  await screen(page, 'Вход').waitFor();
  await expectShown(page, 'Ваш аккаунт и все связанные данные были успешно удалены.');
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});
