import { expect, test } from '../server-fixture.ts';

const broken = {
  status: 'setup_required',
  errors: ['database_unreachable'],
  warnings: ['mail_not_configured'],
  mailbox_available: true,
  mock_payment_available: true,
};

test('the setup page lists errors and warnings, checks again and lets people continue', async ({
  page,
}) => {
  await page.route('**/api/setup', (route) => route.fulfill({ json: broken }));
  await page.goto('/setup');
  await expect(page.getByText('База данных не отвечает')).toBeVisible();
  await expect(page.getByText('Почта не настроена')).toBeVisible();
  await page.unroute('**/api/setup');
  await page.getByRole('button', { name: 'Проверить снова' }).click();
  await expect(page.getByText('Всё готово')).toBeVisible();
});

test('a check that fails says so', async ({ page }) => {
  await page.route('**/api/setup', (route) => route.abort());
  await page.goto('/setup');
  await expect(page.getByText('Проверить не удалось')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Проверить снова' })).toBeVisible();
});

test('without a database a private page shows the check, and after «Continue» the demo banner', async ({
  page,
}) => {
  const unavailable = { error: { code: 'database_unavailable' }, request_id: 'test' };
  await page.route('**/api/setup', (route) => route.fulfill({ json: broken }));
  await page.route('**/api/session', (route) => route.fulfill({ status: 503, json: unavailable }));
  await page.route('**/api/dashboard', (route) =>
    route.fulfill({ status: 503, json: unavailable }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('База данных не отвечает')).toBeVisible();
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByText('Демонстрационный режим')).toBeVisible();
});
