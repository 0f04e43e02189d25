import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { freePlan } from '../../../../test/plan-fixture.ts';
import { answerPerson, answerStrangers } from '../../../../test/signed-in-person.ts';

const plan = '/yookassa-return?plan_id=storage_300_monthly&period=monthly';
const protocol = `/yookassa-return?type=protocol_activation&crt=${'a'.repeat(43)}`;

function answerPayment(
  outcome: PaymentOutcome,
  payment_status: 'pending' | 'succeeded' | 'canceled',
  reason: 'superseded' | 'contact_removed' | null = null,
): void {
  farEnd.answer('refreshPaymentStatus', {
    success: true,
    payment_status,
    is_paid: payment_status === 'succeeded',
    outcome,
    reason,
    takes_effect_at: null,
  });
}

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getPlan', freePlan);
  farEnd.answer('listPayments', { payments: [] });
});

describe('the way back from a payment for a plan', () => {
  it('says that it was cancelled, and leads to the plan', async () => {
    answerPayment('canceled', 'canceled');
    await openPage(`${plan}&status=canceled`);
    await expect.element(page.getByText('Оплата отменена, деньги не списаны')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'К тарифу' }).click();
    await expect.poll(addressNow).toContain('/settings?tab=plan');
  });

  it('says that it failed', async () => {
    answerPayment('canceled', 'canceled');
    await openPage(`${plan}&status=error`);
    await expect.element(page.getByText('Оплата не прошла')).toBeVisible();
  });

  it('checks a payment under way once, and goes on to the plan', async () => {
    answerPayment('pending', 'pending');
    await openPage(plan);
    await expect.poll(addressNow).toContain('/settings?tab=plan');
    await expect.element(page.getByText(/Срок не ограничен/)).toBeVisible();
    expect(farEnd.callsOf('refreshPaymentStatus')).toHaveLength(1);
  });

  it('says that the money goes back', async () => {
    answerPayment('refunded', 'succeeded', 'superseded');
    await openPage(`${plan}&payment_id=018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11&status=succeeded`);
    await expect.element(page.getByText('Деньги за эту оплату возвращаются')).toBeVisible();
  });

  it('asks a person who is signed out to sign in first', async () => {
    answerStrangers(farEnd);
    await openPage(plan);
    await expect.element(page.getByText('Войдите, чтобы увидеть результат')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
    await expect.poll(addressNow).toContain('/login?redirect=');
    expect(farEnd.callsOf('refreshPaymentStatus')).toEqual([]);
  });
});

describe('the way back from a payment for a start', () => {
  it('says that the money goes back, and why', async () => {
    answerPayment('refunded', 'succeeded', 'contact_removed');
    await openPage(protocol);
    await expect
      .element(page.getByText('Протокол не запущен этой оплатой, деньги возвращаются'))
      .toBeVisible();
    await expect
      .element(page.getByText(/уже не были подтверждённым доверенным лицом/))
      .toBeVisible();
  });

  it('says that the address names no payment', async () => {
    await openPage('/yookassa-return?type=protocol_activation');
    await expect.element(page.getByText('В адресе нет метки платежа (crt)')).toBeVisible();
  });
});

describe('the page that pretends to be paid at', () => {
  const pay = page.getByRole('button', { name: 'Оплатить' });
  const pretending = {
    status: 'ready' as const,
    errors: [],
    warnings: [],
    mailbox_available: true,
    mock_payment_available: true,
  };

  it('leads only back to this site', async () => {
    farEnd.answer('checkSetup', pretending);
    await openPage('/mock-payment?amount=300&payment_id=p1&return=https://evil.example/');
    await expect.element(page.getByText('Этот адрес возврата не подходит')).toBeVisible();
    await expect.element(pay).not.toBeInTheDocument();
  });

  it('is not there where payments are real', async () => {
    await openPage('/mock-payment?amount=300&return=/success');
    await expect.element(page.getByText('Проверочной оплаты здесь нет')).toBeVisible();
    await expect.element(pay).not.toBeInTheDocument();
  });
});
