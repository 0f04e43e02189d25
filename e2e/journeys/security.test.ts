import { bringAxe, expectAccessible } from '../accessible.ts';
import { HeldClock } from '../held-clock.ts';
import { expectShown } from '../page-witness.ts';
import { signInPerson } from '../people.ts';
import { choose, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('another session is ended, and its page empties itself with the next look', async ({
  page,
  person,
  visitor,
}) => {
  const other = await visitor();
  await signInPerson(other.request, person);
  const clock = await HeldClock.of(other);
  await other.goto('/settings');
  await clock.stepUntilVisible(other.getByText(person.email).first());

  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: /Завершить сеанс:/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить сеанс' }).click();
  await expect(page.getByText('Других сеансов нет.')).toBeVisible();

  await clock.jump(30_000);
  await clock.stepUntilVisible(screen(other, 'Вход'));
  await expect(other.getByText(person.email)).toHaveCount(0);
});

test('a sign-in that was somebody else is ended from its mail, and a new password follows', async ({
  page,
  person,
  visitor,
  mailbox,
}) => {
  const intruder = await visitor();
  await signInPerson(intruder.request, person);
  await page.goto(await mailbox.newestLink(person.email, '/verify#type=disown_sign_in'));
  const button = page.getByRole('button', { name: 'Это был не я, завершить всё' });
  await expect(page.getByText('Сеть', { exact: true })).toBeVisible();
  expect((await intruder.request.get('/api/profile')).status()).toBe(200);
  await follow(button, 'Новый пароль');
  expect((await intruder.request.get('/api/profile')).status()).toBe(401);
  await expect(page).toHaveURL(/\/update-password$/);
  await page.getByLabel('Новый пароль').fill('Another-pass-2');
  await page.getByLabel('Повторите пароль').fill('Another-pass-2');
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page).toHaveURL(/\/password-success$/);
});

test('a sign-in in the log that was somebody else ends every session, and a new password follows', async ({
  page,
  person,
  visitor,
}) => {
  await bringAxe(page.context());
  const intruder = await visitor();
  await signInPerson(intruder.request, person);
  await page.goto('/settings?tab=privacy');
  const consents = page.getByRole('region', { name: 'Ваши согласия' });
  await expect(consents.getByText(/^Редакция от/).first()).toBeVisible();
  await consents.getByRole('button', { name: 'Отозвать согласие' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Отозвать согласие?' });
  await expectAccessible(page);
  await withdrawal.getByRole('button', { name: 'Не отзывать' }).click();
  await choose(page.getByLabel('Показать', { exact: true }), 'Входы и сеансы');
  await page
    .getByRole('button', { name: /^Это был не я/ })
    .first()
    .click();
  const question = page.getByRole('dialog', { name: 'Вы сюда не входили?' });
  await expectAccessible(page);
  await follow(question.getByRole('button', { name: 'Завершить все сеансы' }), 'Новый пароль');
  expect((await intruder.request.get('/api/profile')).status()).toBe(401);
  await page.getByLabel('Новый пароль').fill('Another-pass-2');
  await page.getByLabel('Повторите пароль').fill('Another-pass-2');
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page).toHaveURL(/\/password-success$/);
});

test('the emergency PIN is set and removed', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Задать PIN-код' }).click();
  await page.getByLabel('Новый PIN-код').fill('730514');
  await page.getByRole('button', { name: 'Сохранить PIN-код' }).click();
  await expectShown(page, 'PIN-код сохранён');
  await page.getByRole('button', { name: 'Удалить PIN-код' }).click();
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
