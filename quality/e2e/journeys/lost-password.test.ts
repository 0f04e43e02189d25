import { expectShown } from '../page-recorder.ts';
import { newAddress, signInPerson } from '../people.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const newPassword = 'Another-pass-2';

test('a forgotten password is reset by mail, a foreign sign-in is reported from its mail, and a change of address is confirmed and undone', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const other = await visitor();
  await signInPerson(other.request, person);
  await page.context().clearCookies();
  await page.goto('/login');
  const forgot = await follow(page.getByRole('link', { name: 'Забыли пароль?' }), 'Забыли пароль?');
  await forgot.getByLabel('Электронная почта').fill(person.email);
  await forgot.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expectShown(page, 'Ссылка для сброса пароля отправлена! Проверьте вашу почту.');
  await screen(page, 'Вход').waitFor();
  await page.goto(await mailbox.newestLink(person.email, '/update-password#type=recovery'));
  await expect(page).not.toHaveURL(/token/);
  await page.getByLabel('Новый пароль').fill(newPassword);
  await page.getByLabel('Повторите пароль').fill(newPassword);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expectShown(page, 'Пароль изменён');
  // The screen redirects to the login by itself after a moment.
  await fillLogin(page, person);
  await expect(page.getByText('Не удалось войти. Проверьте почту/пароль.').first()).toBeVisible();
  await page.getByLabel('Пароль', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await other.goto('/settings');
  await expect(other).toHaveURL(/\/login/);

  const intruder = await visitor();
  await signInPerson(intruder.request, { ...person, password: newPassword });
  await page.goto(await mailbox.newestLink(person.email, '/verify#type=disown_sign_in'));
  await expect(page.getByText('Сеть', { exact: true })).toBeVisible();
  expect((await intruder.request.get('/api/profile')).status()).toBe(200);
  await follow(page.getByRole('button', { name: 'Завершить все сеансы' }), 'Новый пароль');
  expect((await intruder.request.get('/api/profile')).status()).toBe(401);
  await page.getByLabel('Новый пароль').fill(person.password);
  await page.getByLabel('Повторите пароль').fill(person.password);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page).toHaveURL(/\/password-success$/);

  await page.goto('/login?redirect=%2Fsettings');
  await fillLogin(page, person);
  await screen(page, 'Настройки').waitFor();
  const newEmail = newAddress();
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByLabel('Новый адрес').fill(newEmail);
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить почту' }).click();
  await expect(page.getByText('Ждёт подтверждения')).toBeVisible();
  await page.goto(await mailbox.newestLink(newEmail, '/verify#type=email_change'));
  await page.getByRole('button', { name: 'Подтвердить новую почту' }).click();
  await expect(page.getByText(`Теперь входите с почтой ${newEmail}.`)).toBeVisible();
  await mailbox.newestLink(person.email, '/verify#type=email_undo');
  await page.goto(await mailbox.newestLink(person.email, '/verify#type=email_undo'));
  await page.getByRole('button', { name: 'Вернуть прежнюю почту' }).click();
  await expect(page.getByText(`Адрес ${person.email} снова действует.`)).toBeVisible();
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login/);
});
