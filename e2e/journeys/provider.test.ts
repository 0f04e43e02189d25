import { startPeer, type YookassaPeer } from '@zavet/yookassa-peer/peer';
import { Mailbox } from '../mailbox.ts';
import { signUpPerson } from '../people.ts';
import { RunningServer } from '../running-server.ts';
import { test as base, expect } from '../server-fixture.ts';

interface OfTest {
  peer: YookassaPeer;
  payingServer: RunningServer;
}

/** A server that takes payments through a provider, with its notifications. */
const test = base.extend<OfTest>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  peer: async ({}, use) => {
    const peer = await startPeer();
    await use(peer);
    await peer.stop();
  },
  payingServer: async ({ peer }, use) => {
    const server = await RunningServer.start({
      PAYMENTS: 'yookassa',
      YOOKASSA_SHOP_ID: peer.shopId,
      YOOKASSA_SECRET_KEY: peer.secretKey,
      YOOKASSA_API_URL: peer.url,
    });
    peer.control.setWebhooks({ url: `${server.url}/api/payments/yookassa/notification` });
    await use(server);
    await server.stop();
  },
  baseURL: async ({ payingServer }, use) => use(payingServer.url),
  mailbox: async ({ payingServer }, use) => use(new Mailbox(payingServer.url)),
});
test.setTimeout(90_000);

test('at the provider a payment is cancelled, then made, and the plan follows', async ({
  page,
  mailbox,
  peer,
}) => {
  await signUpPerson(page.request, mailbox);
  await page.goto('/settings?tab=plan');
  await page.getByRole('button', { name: 'Купить за 450 ₽' }).click();
  await expect(page).toHaveURL(/\/pay\//);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText('Оплата отменена', { exact: false }).first()).toBeVisible();

  await page.goto('/settings?tab=plan');
  await page.getByRole('button', { name: 'Купить за 450 ₽' }).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page.getByText('Оплата прошла')).toBeVisible();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expect(page.getByText('Занято 0 МБ из 500 МБ')).toBeVisible();
  const history = page.getByRole('region', { name: 'История платежей' });
  await expect(history.getByText('Чек оформлен')).toBeVisible();
  expect(Object.values(peer.control.charges())).toEqual([1]);
  // Nobody gets a plan by an address that only says so.
  await page.goto('/mock-payment?amount=450&plan=storage_1024_monthly&return=/success');
  await expect(page.getByText('Проверочной оплаты здесь нет')).toBeVisible();
});
