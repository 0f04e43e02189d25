import type { Page } from '@playwright/test';
import { Mailbox } from '../mailbox.ts';
import { type Person, signInPerson, signUpPerson } from '../people.ts';
import { RunningServer } from '../running-server.ts';
import { test as base, expect } from '../server-fixture.ts';

/** A server of its own: its clock is moved, which others must not notice. */
const test = base.extend<{ ownServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  ownServer: async ({}, use) => {
    const server = await RunningServer.start();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
  mailbox: async ({ ownServer }, use) => use(new Mailbox(ownServer.url)),
});
test.setTimeout(120_000);

async function pass(page: Page, person: Person, days: number): Promise<void> {
  const passed = await page.request.post('/api/dev/days', { data: { days } });
  expect(passed.ok()).toBe(true);
  // Nobody stays signed in for a month without coming by.
  await signInPerson(page.request, person);
}

async function planOf(page: Page) {
  return (await page.request.get('/api/plan')).json();
}

test('a plan renews itself over a year, runs out when that is switched off, and is restored', async ({
  page,
  mailbox,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  await page.goto('/settings?tab=plan');
  await page.getByRole('button', { name: 'Купить за 300 ₽' }).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);

  const ends = [(await planOf(page)).valid_until];
  for (let month = 1; month <= 12; month++) {
    await pass(page, person, 31);
    ends.push((await planOf(page)).valid_until);
  }
  expect(new Set(ends).size).toBe(13);
  await page.goto('/settings?tab=plan');
  const history = page.getByRole('region', { name: 'История платежей' });
  const { payments } = await (await page.request.get('/api/payments')).json();
  const renewals = payments.filter(({ kind }: { kind: string }) => kind === 'renewal');
  // 372 days hold twelve ends of a month.
  expect(renewals).toHaveLength(12);
  await expect(history.getByText('Автопродление').first()).toBeVisible();

  await page.getByRole('button', { name: 'Выключить автопродление' }).click();
  await expect(page.getByText(/Деньги сами не спишутся/)).toBeVisible();
  await pass(page, person, 32);
  await page.goto('/settings?tab=plan');
  await expect(page.getByText('Срок тарифа 300 МБ закончился')).toBeVisible();
  await page.getByRole('button', { name: 'Восстановить доступ за 300 ₽' }).click();
  await page.getByRole('button', { name: 'Оплатить' }).click();
  await expect(page).toHaveURL(/\/settings\?tab=plan$/);
  await expect(page.getByText('Срок тарифа 300 МБ закончился')).toBeHidden();
  expect(await planOf(page)).toMatchObject({ plan: 'storage_300', limit_mb: 300 });
});
