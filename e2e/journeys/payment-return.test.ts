import type { Page } from '@playwright/test';
import { expectShown } from '../page-witness.ts';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const plan = 'plan_id=storage_300_monthly&period=monthly';

async function beginPayment(page: Page): Promise<void> {
  await page.goto('/settings?tab=plan');
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await screen(page, 'Проверочная оплата').waitFor();
}

test('a payment that is cancelled or fails changes nothing and leads back to the plan', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  for (const [button, words] of [
    ['Отменить', 'Оплата отменена, деньги не списаны'],
    ['Ошибка оплаты', 'Оплата не прошла'],
  ] as const) {
    await beginPayment(page);
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(/\/yookassa-return\?/);
    await expect(page.getByText(words)).toBeVisible();
    const way = page.getByRole('main').getByRole('link', { name: 'К тарифу' });
    const settings = await follow(way, 'Настройки');
    await expect(settings.getByText('Срок не ограничен')).toBeVisible();
  }
  const history = page.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText('Отменён')).toHaveCount(2);
});

test('a payment still under way is checked once, told, and left for the plan', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await beginPayment(page);
  let checks = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payments/status')) checks += 1;
  });
  const checked = page.waitForResponse('**/api/payments/status');
  await page.goto(`/yookassa-return?${plan}`);
  await expectShown(page, 'Проверяем платёж…');
  expect(await (await checked).json()).toMatchObject({ success: true, payment_status: 'pending' });
  await expectShown(page, 'Это занимает до минуты');
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expect(page.getByText('Ждёт оплаты')).toBeVisible();
  expect(checks).toBe(1);
});

test('money that went back is told as such, also when the page is opened again', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await beginPayment(page);
  const id = new URL(page.url()).searchParams.get('payment_id');
  // Meanwhile another plan is bought: the first payment has nothing left to buy.
  await page.goto('/settings?tab=plan');
  await page.getByRole('button', { name: 'Купить за 450 ₽' }).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  for (const status of ['&status=succeeded', '']) {
    await page.goto(`/yookassa-return?${plan}&payment_id=${id}${status}`);
    await expect(page.getByText('Деньги за эту оплату возвращаются')).toBeVisible();
  }
});

test('an address that claims success without a payment gives no plan', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto(
    `/yookassa-return?${plan}&payment_id=018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11&status=succeeded`,
  );
  await expectShown(page, 'Это занимает до минуты');
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expect(page.getByText('Срок не ограничен')).toBeVisible();
});

test('a person who comes back signed out signs in and sees the result', async ({
  page,
  person,
}) => {
  await beginPayment(page);
  const id = new URL(page.url()).searchParams.get('payment_id');
  await page.context().clearCookies();
  await page.goto(`/yookassa-return?${plan}&payment_id=${id}&status=succeeded`);
  await expect(page.getByText('Войдите, чтобы увидеть результат')).toBeVisible();
  await follow(page.getByRole('main').getByRole('link', { name: 'Войти' }), 'Вход');
  await fillLogin(page, person);
  await expectShown(page, 'Оплата прошла');
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expect(page.getByText(/Оплачен на месяц/)).toBeVisible();
});

test('the mock page leads only back to this site, and only where payments are pretended', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/mock-payment?amount=300&payment_id=123456789&return=https://evil.example/');
  await expect(page.getByText('Этот адрес возврата не подходит')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Оплатить' })).toHaveCount(0);
  await expect(page.getByText('12345678', { exact: true })).toBeVisible();

  await page.goto('/mock-payment?amount=300&crt=token&payment_id=p1&return=/success');
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/success\?payment_id=p1&status=succeeded&crt=token$/);
  await expect(page.getByRole('heading', { name: 'Оплата прошла' })).toBeVisible();

  await page.route('**/api/setup', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, mock_payment_available: false } });
  });
  await page.goto('/mock-payment?amount=300&return=/success');
  await expect(page.getByText('Проверочной оплаты здесь нет')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Оплатить' })).toHaveCount(0);
});

test('a return without a token says so', async ({ page }) => {
  await page.goto('/yookassa-return?type=protocol_activation');
  await expect(page.getByText('В адресе нет метки платежа (crt)')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('zavet.language', 'en'));
  await page.reload();
  await expect(page.getByText('Missing transaction token (crt) in URL')).toBeVisible();
});
