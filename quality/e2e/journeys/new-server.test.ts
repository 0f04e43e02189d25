import { test as base, expect } from '../own-server-fixture.ts';
import { expectShown } from '../page-recorder.ts';
import { newAddress, strongPassword } from '../people.ts';
import { RunningServer } from '../running-server.ts';
import { fillLogin, follow, screen } from '../screen.ts';

/** A server with the embedded database, started on an empty folder. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  ownServer: async ({}, use) => {
    const server = await RunningServer.startEmbedded();
    await use(server);
    await server.stop();
  },
});

test('on a new server a person signs up, confirms the address in the local mailbox, and stays signed in after the server is killed', async ({
  page,
  ownServer,
}) => {
  await page.goto('/setup');
  await expect(page.getByText('Всё готово')).toBeVisible();

  const email = newAddress();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  const wayIn = screen(page, 'Вход').getByRole('link', { name: 'Зарегистрироваться' }).first();
  const signUp = await follow(wayIn, 'Регистрация');
  await signUp.getByLabel('Электронная почта').fill(email);
  await signUp.getByLabel('Пароль', { exact: true }).fill(strongPassword);
  await signUp.getByLabel('Повторите пароль').fill(strongPassword);
  const submit = signUp.getByRole('button', { name: 'Создать аккаунт' });
  for (const box of await signUp.getByRole('checkbox').all()) {
    await expect(submit).toBeDisabled();
    await box.check();
  }
  await submit.click();
  await expectShown(page, 'Регистрация успешна! Проверьте почту для подтверждения.');
  await screen(page, 'Вход').waitFor();
  await expect(page.getByText(`Мы написали на ${email}.`)).toBeVisible();
  await fillLogin(page, { email, password: strongPassword });
  await expect(page.getByText(/^Email не подтвержден/).first()).toBeVisible();

  await page.goto('/dev/mailbox');
  await page.getByRole('button', { name: email }).or(page.getByText(email).first()).first().click();
  const link = page.frameLocator('iframe').getByRole('link', { name: 'Подтвердить адрес' });
  await link.waitFor();
  const [confirmed] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await expect(confirmed).not.toHaveURL(/token/);
  await confirmed.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expectShown(confirmed, 'Email успешно подтверждён! Вход в систему...');
  await expect(confirmed.getByText('0/3')).toBeVisible();

  await ownServer.restart({ kill: 'SIGKILL' });
  await confirmed.goto('/settings');
  await expect(confirmed.getByText(email)).toBeVisible();
});
