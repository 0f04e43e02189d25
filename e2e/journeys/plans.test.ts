import type { APIRequestContext, Page } from '@playwright/test';
import { expectShown } from '../page-witness.ts';
import { screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const planCard = (page: Page, size: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: size, level: 3 }) });

const historyOf = (page: Page) => page.getByRole('region', { name: 'История платежей' });

async function payAtMock(page: Page): Promise<void> {
  await screen(page, 'Проверочная оплата').getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await screen(page, 'Настройки').waitFor();
  await expectShown(page, 'Оплата прошла');
}

/** Buys a plan through the API, as the screens would. */
async function buy(request: APIRequestContext, plan_id: string): Promise<void> {
  const { session } = await (await request.get('/api/session')).json();
  const { offers } = await (await request.get('/api/plan')).json();
  const offer = offers.find((one: { plan_id: string }) => one.plan_id === plan_id);
  const period = plan_id.endsWith('yearly') ? 'yearly' : 'monthly';
  const created = await request.post('/api/payments', {
    data: {
      amount: offer.amount,
      currency: 'RUB',
      plan_id,
      user_id: session.user.id,
      description: '',
      return_url: `${await originOf(request)}/yookassa-return?plan_id=${plan_id}&period=${period}`,
    },
  });
  const { payment_id } = await created.json();
  const checked = await request.post('/api/payments/status', {
    data: { action: 'refresh-payment-status', plan_id, payment_id, status: 'succeeded' },
  });
  expect(await checked.json()).toMatchObject({ is_paid: true });
}

async function originOf(request: APIRequestContext): Promise<string> {
  return new URL((await request.get('/api/health')).url()).origin;
}

test('a month is bought, and plan, quota and history say so', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=plan');
  await expect(page.getByText('Срок не ограничен')).toBeVisible();
  await expect(historyOf(page).getByText('Платежей пока нет')).toBeVisible();
  await planCard(page, '300 МБ').getByRole('button', { name: 'Купить за 300 ₽' }).click();

  const payment = screen(page, 'Проверочная оплата');
  await payment.waitFor();
  const id = new URL(page.url()).searchParams.get('payment_id') ?? '';
  await expect(payment.getByText('300 ₽')).toBeVisible();
  await expect(page.getByText(id.slice(0, 8), { exact: true })).toBeVisible();
  await expect(page.getByText(id, { exact: true })).toBeVisible();
  await payAtMock(page);

  await expect(page.getByText(/Оплачен на месяц, до /)).toBeVisible();
  await expect(page.getByText('Занято 0 МБ из 300 МБ')).toBeVisible();
  await expect(planCard(page, '300 МБ').getByRole('button', { name: 'Ваш тариф' })).toBeDisabled();
  await expect(historyOf(page).getByText('300 МБ на месяц')).toBeVisible();
  await expect(historyOf(page).getByText('Оплачен', { exact: true })).toBeVisible();
});

test('a year is bought with its saving shown, and what is smaller or worth less is closed', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=plan');
  const popular = planCard(page, '500 МБ');
  await expect(popular.getByText('Популярный')).toBeVisible();
  await expect(popular.getByRole('radio', { name: 'Месяц' })).toBeChecked();
  await popular.getByRole('radio', { name: 'Год' }).check();
  await expect(popular.getByText('Экономия 900 ₽ (17 %)')).toBeVisible();
  await popular.getByRole('button', { name: 'Купить за 4 500 ₽' }).click();
  await payAtMock(page);

  await expect(page.getByText(/Оплачен на год, до /)).toBeVisible();
  await expect(
    planCard(page, '300 МБ').getByRole('button', { name: 'Понизить тариф' }),
  ).toBeDisabled();
  const largest = planCard(page, '1 ГБ');
  await expect(largest.getByRole('button', { name: 'Перейти' })).toBeDisabled();
  await expect(largest.getByText(/Остаток вашего оплаченного срока/)).toBeVisible();
  await largest.getByRole('radio', { name: 'Год' }).check();
  await expect(largest.getByRole('button', { name: 'Перейти за 4 000 ₽' })).toBeEnabled();
});

test('an upgrade costs the difference and says how it was computed', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await buy(page.request, 'storage_300_monthly');
  await page.goto('/settings?tab=plan');
  const own = planCard(page, '300 МБ');
  await own.getByRole('radio', { name: 'Год' }).check();
  await expect(own.getByRole('button', { name: 'Перейти на год за 2 700 ₽' })).toBeEnabled();
  const larger = planCard(page, '500 МБ');
  await expect(larger.getByText('Из цены вычтено 300 ₽')).toBeVisible();
  await larger.getByRole('button', { name: 'Перейти за 150 ₽' }).click();
  await expect(screen(page, 'Проверочная оплата').getByText('150 ₽')).toBeVisible();
  await payAtMock(page);
  await expect(page.getByText('Занято 0 МБ из 500 МБ')).toBeVisible();
  await expect(historyOf(page).getByText('150 ₽')).toBeVisible();
});

test('automatic renewal is turned off and on, and the card is forgotten permanently', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await buy(page.request, 'storage_300_monthly');
  await page.goto('/settings?tab=plan');
  const renewal = page.getByRole('region', { name: 'Автопродление' });
  await expect(renewal.getByText('Спишется 300 ₽, карта •••• 4477')).toBeVisible();
  await renewal.getByRole('button', { name: 'Выключить автопродление' }).click();
  await expect(renewal.getByText(/Деньги сами не спишутся/)).toBeVisible();
  await renewal.getByRole('button', { name: 'Включить автопродление' }).click();
  await expect(renewal.getByText('Включено')).toBeVisible();

  await renewal.getByRole('button', { name: 'Удалить карту' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Оставить карту' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Удалить карту' }).click();
  await expect(renewal.getByText(/Сохранённой карты нет/)).toBeVisible();
  await expect(renewal.getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(renewal.getByText('Выключено')).toBeVisible();
});

test('a payment that cannot begin says why and can be tried again', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings?tab=plan');
  const card = planCard(page, '300 МБ');
  const button = card.getByRole('button', { name: 'Купить за 300 ₽' });
  const failWith = async (answer: object | 'nothing', words: string) => {
    await page.route('**/api/payments', (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return answer === 'nothing' ? route.abort() : route.fulfill(answer);
    });
    await button.click();
    await expect(card.getByText(words, { exact: true })).toBeVisible();
    await page.unroute('**/api/payments');
  };
  await failWith({ status: 502, body: 'Bad Gateway' }, 'HTTP 502: Ошибка создания платежа');
  await failWith(
    { json: { confirmation_url: 'javascript:alert(1)', payment_id: 'x' } },
    'Не получен URL для оплаты',
  );
  await failWith('nothing', 'Ошибка создания платежа');
  await failWith(
    { status: 503, json: { error: { code: 'payments_unavailable' }, request_id: 'test' } },
    'Оплата сейчас недоступна. Попробуйте позже.',
  );

  const payment = screen(page, 'Проверочная оплата');
  await button.click();
  await payment.waitFor();
  const first = new URL(page.url()).searchParams.get('payment_id');
  await page.goBack();
  await screen(page, 'Настройки').waitFor();
  await button.click();
  await payment.waitFor();
  expect(new URL(page.url()).searchParams.get('payment_id')).toBe(first);
});
