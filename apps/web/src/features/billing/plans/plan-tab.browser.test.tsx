import { productDetails } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage, press } from '../../../../test/page.tsx';
import { freePlan } from '../../../../test/plan-fixture.ts';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const offers: PlanView['offers'] = productDetails.map(({ plan_id, period }) => {
  const price = period === 'yearly' ? 4500 : 450;
  return { plan_id, kind: 'buy', price, amount: price, valid_until: '2027-11-18' };
});
const paid: PlanView = {
  ...freePlan,
  plan: 'storage_300',
  period: 'monthly',
  valid_until: '2027-11-18',
  limit_mb: 300,
  auto_renewal: true,
  payment_method: { title: 'Bank card *4477', last4: '4477' },
  charged_on: '2027-11-18',
  charged_amount: 300,
};
const periodOf = (size: string, name: string) =>
  page.getByRole('group', { name: new RegExp(size) }).getByRole('radio', { name });
const card = (size: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3, name: size, exact: true }) });

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getPlan', { ...freePlan, offers });
  fakeServer.answer('listPayments', { payments: [] });
});

it('shows why a payment cannot start, and never opens a script URL', async () => {
  await openPage('/settings?tab=plan');
  const buy = card('300 МБ').getByRole('button', { name: /^Купить/ });
  fakeServer.refuse('createPayment', 503, 'payments_unavailable');
  await press(buy);
  await expect
    .element(card('300 МБ').getByText('Оплата сейчас недоступна. Попробуйте позже.'))
    .toBeVisible();
  fakeServer.answer('createPayment', { confirmation_url: 'javascript:alert(1)', payment_id: 'x' });
  await press(buy);
  await expect.element(card('300 МБ').getByText('Не получен URL для оплаты')).toBeVisible();
  fakeServer.isAway = true;
  await press(buy);
  await expect.element(card('300 МБ').getByText('Ошибка создания платежа')).toBeVisible();
});

it('switches automatic renewal off and on, and removes the card after a confirmation', async () => {
  let plan = paid;
  fakeServer.answer('getPlan', () => plan);
  fakeServer.answer('setAutoRenewal', ({ body }) => {
    const { is_on } = body as { is_on: boolean };
    const charged = is_on ? {} : { charged_on: null, charged_amount: null };
    plan = { ...paid, auto_renewal: is_on, ...charged };
    return plan;
  });
  fakeServer.answer('removePaymentMethod', () => {
    plan = { ...plan, auto_renewal: false, payment_method: null, charged_on: null };
    return plan;
  });
  await openPage('/settings?tab=plan');
  const renewal = page.getByRole('region', { name: 'Автопродление' });
  await expect.element(renewal.getByText(/спишется 300.+4477/)).toBeVisible();
  await press(renewal.getByRole('button', { name: 'Выключить автопродление' }));
  await expect.element(renewal.getByText(/тариф закончится/)).toBeVisible();
  await press(renewal.getByRole('button', { name: 'Включить автопродление' }));
  await expect.element(renewal.getByText('Включено')).toBeVisible();
  await press(renewal.getByRole('button', { name: 'Удалить карту' }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: 'Оставить карту' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Удалить карту' }).click();
  await expect.element(renewal.getByText(/Карта сохранится при следующей оплате/)).toBeVisible();
  await expect.element(renewal.getByRole('button')).not.toBeInTheDocument();
});

it('shows the deduction of an upgrade, and does not sell a smaller plan', async () => {
  fakeServer.answer('getPlan', {
    ...paid,
    plan: 'storage_500',
    limit_mb: 500,
    offers: [
      {
        plan_id: 'storage_1024_monthly',
        kind: 'upgrade',
        price: 600,
        amount: 150,
        valid_until: '2027-11-18',
      },
      {
        plan_id: 'storage_300_monthly',
        kind: 'smaller',
        price: 300,
        amount: 300,
        valid_until: '2027-11-18',
      },
      {
        plan_id: 'storage_500_monthly',
        kind: 'current',
        price: 450,
        amount: 450,
        valid_until: '2027-11-18',
      },
    ],
  });
  await openPage('/settings?tab=plan');
  await expect.element(card('1 ГБ').getByText(/^Вычтено 450.₽/)).toBeVisible();
  await expect.element(card('1 ГБ').getByRole('button', { name: /^Перейти за 150/ })).toBeEnabled();
  await expect
    .element(card('300 МБ').getByRole('button', { name: 'Понизить тариф' }))
    .toBeDisabled();
  await expect.element(card('500 МБ').getByRole('button', { name: 'Ваш тариф' })).toBeDisabled();
});

it('preselects the yearly period only for the plan whose yearly payment was canceled', async () => {
  fakeServer.answer('refreshPaymentStatus', {
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
  fakeServer.answer('getPlan', {
    ...freePlan,
    offers,
    plan: 'storage_300',
    period: 'monthly',
    limit_mb: 300,
  });
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
