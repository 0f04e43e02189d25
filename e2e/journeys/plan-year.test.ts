import type { Page } from '@playwright/test';
import { startStandIn, type YookassaStandIn } from '@zavet/yookassa-stand-in/stand-in';
import { expect, passDays, skipDays, test as withMovedClock } from '../moved-clock-fixture.ts';
import { expectShown } from '../page-witness.ts';
import { type Person, signUpPerson } from '../people.ts';
import { RunningServer } from '../running-server.ts';

/** Payments go through a provider that follows the real one's protocol, notifications included. */
const test = withMovedClock.extend<{ standIn: YookassaStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  standIn: async ({}, use) => {
    const standIn = await startStandIn();
    await use(standIn);
    await standIn.stop();
  },
  ownServer: async ({ standIn }, use) => {
    const server = await RunningServer.start({
      PAYMENTS: 'yookassa',
      YOOKASSA_SHOP_ID: standIn.shopId,
      YOOKASSA_SECRET_KEY: standIn.secretKey,
      YOOKASSA_API_URL: standIn.url,
    });
    standIn.control.setWebhooks({ url: `${server.url}/api/payments/yookassa/notification` });
    await use(server);
    await server.stop();
  },
});

const singleDays = 9;

/** A month: three weeks that bring nothing pass at once, the days around the end of a period singly. */
async function passMonth(page: Page, person: Person, days: number): Promise<void> {
  await skipDays(page, days - singleDays);
  // Nobody stays signed in for a month without coming by.
  await passDays(page, singleDays, person);
}

const planOf = async (page: Page) => (await page.request.get('/api/plan')).json();
const openPlan = (page: Page) => page.goto('/settings?tab=plan');

async function payAtProvider(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/pay\//);
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expectShown(page, 'Оплата прошла');
}

test('a plan is paid at the provider, renews itself over a year, runs out when that is switched off, and is restored', async ({
  page,
  mailbox,
  standIn,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  await openPlan(page);
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText('Оплата отменена', { exact: false }).first()).toBeVisible();
  await openPlan(page);
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await payAtProvider(page);
  const history = page.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText('Чек оформлен')).toBeVisible();

  const ends = [(await planOf(page)).valid_until];
  for (let month = 1; month <= 12; month++) {
    await passMonth(page, person, 31);
    ends.push((await planOf(page)).valid_until);
  }
  expect(new Set(ends).size).toBe(13);
  await openPlan(page);
  // 372 days hold twelve ends of a month; with the purchase each was charged once.
  expect(Object.values(standIn.control.charges())).toEqual(Array(13).fill(1));
  await expect(history.getByText('Автопродление').first()).toBeVisible();

  await page.getByRole('button', { name: 'Выключить автопродление' }).click();
  await expect(page.getByText(/Деньги сами не спишутся/)).toBeVisible();
  await passMonth(page, person, 32);
  await openPlan(page);
  await expect(page.getByText('Срок тарифа 300 МБ закончился')).toBeVisible();
  await page.getByRole('button', { name: 'Восстановить доступ за 300 ₽' }).click();
  await payAtProvider(page);
  await expect(page.getByText('Срок тарифа 300 МБ закончился')).toBeHidden();
  expect(await planOf(page)).toMatchObject({ plan: 'storage_300', limit_mb: 300 });

  // Nobody gets a plan by an address that only says so.
  await page.goto('/mock-payment?amount=450&plan=storage_1024_monthly&return=/success');
  await expect(page.getByText('Проверочной оплаты здесь нет')).toBeVisible();
});
