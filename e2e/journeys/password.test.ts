import { newAddress, requestAccount, signInPerson, strongPassword } from '../people.ts';
import { expect, test } from '../server-fixture.ts';

const newPassword = 'Another-pass-2';

test('a forgotten password is replaced by mail, and the old one no longer works', async ({
  page,
  person,
  mailbox,
}) => {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await expect(page.getByRole('button', { name: 'Отправить ссылку' })).toBeVisible();
  await page.getByLabel('Электронная почта').fill(person.email);
  await page.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(
    page.getByText('Ссылка для сброса пароля отправлена! Проверьте вашу почту.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/login/, { timeout: 5_000 });

  await page.goto(await mailbox.newestLink(person.email, '/update-password?type=recovery'));
  await expect(page).not.toHaveURL(/token/);
  await page.getByLabel('Новый пароль').fill(newPassword);
  await page.getByLabel('Повторите пароль').fill(newPassword);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page).toHaveURL(/\/password-success$/);
  await page
    .getByRole('link', { name: 'Перейти ко входу' })
    .or(page.getByRole('button', { name: 'Перейти ко входу' }))
    .click();

  await page.getByLabel('Электронная почта').fill(person.email);
  await page.getByLabel('Пароль', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText('Не удалось войти. Проверьте почту/пароль.').first()).toBeVisible();
  await expect(page.getByLabel('Электронная почта')).toHaveValue(person.email);
  await page.getByLabel('Пароль', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Вы вошли в систему')).toBeVisible();
});

test('password-success leads to the login by itself after five seconds', async ({ page }) => {
  await page.clock.install();
  await page.goto('/password-success');
  await expect(page.getByRole('heading', { name: 'Пароль изменён' })).toBeVisible();
  await page.clock.fastForward(4_500);
  await expect(page).toHaveURL(/\/password-success$/);
  await page.clock.fastForward(1_000);
  await expect(page).toHaveURL(/\/login$/);
});

test('without a token the update page only says where passwords are changed', async ({ page }) => {
  for (const path of ['/update-password', '/reset-password']) {
    await page.goto(path);
    await expect(page.getByText('Пароль меняется в настройках профиля.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible();
  }
});

test('a changed password ends the sessions of other browsers and keeps this one', async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  const other = await browser.newPage({ baseURL });
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
  await other.close();
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
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(
    page
      .getByText('Email не подтвержден. Проверьте почту и перейдите по ссылке подтверждения.')
      .first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Отправить ссылку ещё раз' }).click();
  await page.goto(await mailbox.newestLink(email, '/verify?type=signup'));
  await expect(page.getByText(/Email успешно подтверждён!/)).toBeVisible();
});
