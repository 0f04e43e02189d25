import { HeldClock } from '../held-clock.ts';
import { expectShown } from '../page-witness.ts';
import { newAddress, requestAccount, signInPerson, strongPassword } from '../people.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const newPassword = 'Another-pass-2';

test('a forgotten password is replaced by mail, and the old one no longer works', async ({
  page,
  person,
  mailbox,
}) => {
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
  // It leads there by itself, sooner or later than a press.
  await fillLogin(page, person);
  await expect(page.getByText('Не удалось войти. Проверьте почту/пароль.').first()).toBeVisible();
  await expect(page.getByLabel('Электронная почта')).toHaveValue(person.email);
  await page.getByLabel('Пароль', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectShown(page, 'Вы вошли в систему');
});

test('password-success leads to the login by its link, and by itself after five seconds', async ({
  page,
}) => {
  const clock = await HeldClock.of(page);
  await page.goto('/password-success');
  await clock.stepUntilVisible(screen(page, 'Пароль изменён'));
  await clock.pass(4_500);
  await expect(page).toHaveURL(/\/password-success$/);
  await clock.pass(1_000);
  await clock.stepUntilVisible(screen(page, 'Вход'));

  await page.goto('/password-success');
  const wayToLogin = page.getByRole('link', { name: 'Перейти ко входу' });
  await clock.stepUntilVisible(wayToLogin);
  await wayToLogin.click();
  await clock.stepUntilVisible(screen(page, 'Вход'));
});

test('without a token the update page only says where passwords are changed', async ({ page }) => {
  for (const path of ['/update-password', '/reset-password']) {
    await page.goto(path);
    await expect(
      page.getByText('Пароль меняется в настройках, в разделе «Безопасность».'),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible();
  }
});

test('a changed password ends the sessions of other browsers and keeps this one', async ({
  page,
  person,
  visitor,
}) => {
  const other = await visitor();
  await signInPerson(other.request, person);
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Сменить пароль' }).click();
  await page.getByLabel('Текущий пароль').fill('Wrong-pass-1');
  await page.getByLabel('Новый пароль', { exact: true }).fill(newPassword);
  await page.getByLabel('Повторите новый пароль').fill(newPassword);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page.getByLabel('Текущий пароль')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Текущий пароль').fill(person.password);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(
    page.getByText('Пароль изменён. Сеансы на других устройствах завершены.').first(),
  ).toBeVisible();

  await other.goto('/settings');
  await expect(other).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Настройки' })).toBeVisible();
});

test('an unconfirmed address gets the fixed text and a new link on request', async ({
  page,
  mailbox,
}) => {
  const email = newAddress();
  await requestAccount(page.request, email);
  await mailbox.newestMail(email);
  await page.goto('/login');
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(strongPassword);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(
    page
      .getByText('Email не подтвержден. Проверьте почту и перейдите по ссылке подтверждения.')
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Отправить ссылку ещё раз' }).click();
  await page.goto(await mailbox.newestLink(email, '/verify#type=signup'));
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(page.getByText(/Email успешно подтверждён!/)).toBeVisible();
});
