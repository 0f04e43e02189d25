import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { expectShown } from '../page-recorder.ts';
import { screen } from '../screen.ts';
import { expectAccessible } from '../screen-checks.ts';
import { expect, test } from '../server-fixture.ts';

/** A virtual authenticator that creates passkeys and always verifies its user. */
async function plugInAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey signs in without a password; one-time and recovery codes are a second factor', async ({
  page,
  person,
}) => {
  await plugInAuthenticator(page);
  await page.goto('/settings?tab=security');
  await page.getByRole('button', { name: 'Изменить: Ключи доступа' }).click();
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  const first = page.getByRole('dialog', { name: 'Добавить ключ доступа?' });
  await first.getByRole('button', { name: 'Продолжить' }).click();
  const paper = page.getByRole('region', { name: 'Сохраните резервные коды' });
  await expect(paper.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const recoveryCode = await paper.getByRole('listitem').first().innerText();
  await paper.getByRole('button', { name: 'Сохранено, закрыть' }).click();
  await expect(page.getByText('Осталось: 10')).toBeVisible();

  await page.getByRole('button', { name: 'Изменить: Одноразовые коды' }).click();
  await page.getByRole('button', { name: 'Включить коды' }).click();
  const secret = (await page.getByText(/^[A-Z2-7 ]{32,}$/).innerText()).replace(/\s/g, '');
  await expect(page.getByRole('img', { name: 'Рисунок для приложения с кодами' })).toBeVisible();
  await page.getByLabel('Код из приложения').fill(await generate({ secret }));
  await page.getByRole('button', { name: 'Включить', exact: true }).click();
  await expectShown(page, 'Одноразовые коды включены');

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Электронная почта').fill(person.email);
  await page.getByLabel('Пароль', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(screen(page, 'Второй шаг')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ввести одноразовый код' }).click();
  await expect(page.getByLabel('Код из приложения')).toBeFocused();
  await page.getByLabel('Код из приложения').fill('000 000');
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByText('Код не подходит').first()).toBeVisible();
  await page.getByRole('button', { name: 'Устройство потеряно' }).click();
  await expect(page.getByRole('button', { name: 'Ждать 7 дней' })).toBeVisible();
  await page.getByRole('button', { name: 'Назад' }).click();
  await page.getByRole('button', { name: 'Ввести резервный код' }).click();
  await page.getByLabel('Резервный код').fill(recoveryCode.toLowerCase());
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
