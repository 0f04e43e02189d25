import { productFacts } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { freePlan } from '../../../../test/plan-fixture.ts';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const free: PlanView = {
  ...freePlan,
  offers: productFacts.map(({ plan_id, period }) => {
    const price = period === 'yearly' ? 4500 : 450;
    return { plan_id, kind: 'buy', price, amount: price, valid_until: '2027-11-18' };
  }),
};
const periodOf = (size: string, name: string) =>
  page.getByRole('group', { name: new RegExp(size) }).getByRole('radio', { name });

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getPlan', free);
  farEnd.answer('listPayments', { payments: [] });
});

it('a canceled yearly payment preselects the yearly period of that plan only', async () => {
  farEnd.answer('refreshPaymentStatus', {
    success: true,
    payment_status: 'canceled',
    is_paid: false,
    outcome: 'canceled',
    reason: null,
    takes_effect_at: null,
  });
  await openPage('/yookassa-return?plan_id=storage_500_yearly&period=yearly&status=canceled');
  await page.getByRole('main').getByRole('link', { name: 'К тарифу' }).click();
  await expect.poll(addressNow).toContain('plan_id=storage_500_yearly');
  await expect.element(periodOf('500', 'Год')).toBeChecked();
  await expect.element(periodOf('300', 'Месяц')).toBeChecked();
});

it('compares the storage with the free plan only on the free plan', async () => {
  await openPage('/settings?tab=plan');
  await expect.element(page.getByText(/300.МБ для файлов вместо 30.МБ/)).toBeVisible();
  farEnd.answer('getPlan', { ...free, plan: 'storage_300', period: 'monthly', limit_mb: 300 });
  await openPage('/settings?tab=plan');
  await expect.element(page.getByText(/500.МБ для файлов$/)).toBeVisible();
  await expect.element(page.getByText(/вместо 30/)).not.toBeInTheDocument();
});

it('shows the saving of a yearly period, and marks one plan as popular', async () => {
  await openPage('/settings?tab=plan');
  await expect.element(page.getByText('Популярный')).toBeVisible();
  await expect.element(periodOf('500', 'Месяц')).toBeChecked();
  (periodOf('500', 'Год').element() as HTMLElement).click();
  await expect.element(page.getByText(/^Экономия 900.₽ \(17.%\)$/)).toBeVisible();
});
