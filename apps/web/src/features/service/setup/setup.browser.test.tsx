import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const broken = {
  status: 'setup_required' as const,
  errors: ['database_unreachable' as const],
  warnings: ['mail_not_configured' as const],
  mailbox_available: true,
  mock_payment_available: true,
};
const checkAgain = page.getByRole('button', { name: 'Проверить снова' });

it('setup page lists errors and warnings, and checks again', async () => {
  fakeServer.answer('checkSetup', broken);
  await openPage('/setup');
  await expect.element(page.getByText('База данных не отвечает')).toBeVisible();
  await expect.element(page.getByText('Почта не настроена')).toBeVisible();
  fakeServer.answer('checkSetup', { ...broken, status: 'ready', errors: [], warnings: [] });
  await checkAgain.click();
  await expect.element(page.getByText('Всё готово')).toBeVisible();
});

it('setup page reports a failed check', async () => {
  fakeServer.refuse('checkSetup', 500, 'internal_error');
  await openPage('/setup');
  await expect.element(page.getByText('Проверить не удалось')).toBeVisible();
  await expect.element(checkAgain).toBeVisible();
});

it('setup gate blocks a private screen without a database, and demo mode bypasses it', async () => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('checkSetup', broken);
  for (const name of ['getSession', 'getDashboard'] as const) {
    fakeServer.answer(name, () => {
      throw new Refusal(503, 'database_unavailable');
    });
  }
  await openPage('/dashboard');
  await expect.element(page.getByText('База данных не отвечает')).toBeVisible();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect.element(page.getByText('Демонстрационный режим')).toBeVisible();
  const emergency = page.getByRole('button', { name: 'Экстренный протокол' });
  await expect.element(emergency).toBeDisabled();
});
