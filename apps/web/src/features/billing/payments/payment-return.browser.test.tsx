import type { PaymentOutcome } from '@zavet/contract/billing/payment-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { inHours, showLegacy } from '../../../../test/legacies-screen.ts';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { freePlan } from '../../../../test/plan-fixture.ts';
import { answerSignedInUser, answerVisitor } from '../../../../test/signed-in-person.ts';

const plan = '/yookassa-return?plan_id=storage_300_monthly&period=monthly';
const protocol = `/yookassa-return?type=protocol_activation&crt=${'a'.repeat(43)}`;

function answerPayment(
  outcome: PaymentOutcome,
  payment_status: 'pending' | 'succeeded' | 'canceled',
  reason: 'superseded' | 'contact_removed' | null = null,
): void {
  fakeServer.answer('refreshPaymentStatus', {
    success: true,
    payment_status,
    is_paid: payment_status === 'succeeded',
    outcome,
    reason,
    takes_effect_at: null,
  });
}

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getPlan', freePlan);
  fakeServer.answer('listPayments', { payments: [] });
});

describe('return from a payment for a plan', () => {
  it('shows a canceled payment and links to the plan', async () => {
    answerPayment('canceled', 'canceled');
    await openPage(`${plan}&status=canceled`);
    await expect.element(page.getByText('Оплата отменена, деньги не списаны')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'К тарифу' }).click();
    await expect.poll(addressNow).toContain('/settings?tab=plan');
  });

  it('shows a failed payment', async () => {
    answerPayment('canceled', 'canceled');
    await openPage(`${plan}&status=error`);
    await expect.element(page.getByText('Оплата не прошла')).toBeVisible();
  });

  it('checks a pending payment once, then opens the plan', async () => {
    answerPayment('pending', 'pending');
    await openPage(plan);
    await expect.poll(addressNow).toContain('/settings?tab=plan');
    await expect.element(page.getByText(/Бесплатно и бессрочно/)).toBeVisible();
    expect(fakeServer.callsOf('refreshPaymentStatus')).toHaveLength(1);
  });

  it('shows that the payment is refunded', async () => {
    answerPayment('refunded', 'succeeded', 'superseded');
    await openPage(`${plan}&payment_id=018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a11&status=succeeded`);
    await expect.element(page.getByText('Деньги возвращаются')).toBeVisible();
  });

  it('asks a signed-out visitor to sign in first', async () => {
    answerVisitor(fakeServer);
    await openPage(plan);
    await expect.element(page.getByText('Войдите, чтобы увидеть результат')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Войти' }).click();
    await expect.poll(addressNow).toContain('/login?redirect=');
    expect(fakeServer.callsOf('refreshPaymentStatus')).toEqual([]);
  });
});

describe('return from a payment for an activation', () => {
  it('shows the end of the waiting period, then opens the legacies', async () => {
    showLegacy(legacyFixture());
    fakeServer.answer('refreshPaymentStatus', {
      success: true,
      payment_status: 'succeeded',
      is_paid: true,
      outcome: 'waiting',
      reason: null,
      takes_effect_at: inHours(72),
    });
    const shown = new Set<string>();
    // The result is visible for two seconds only, so polling on a slow machine may miss it.
    const observer = new MutationObserver(() => shown.add(document.body.innerText));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    await openPage(protocol);
    await expect.poll(addressNow).toBe('/trusted-legacies');
    observer.disconnect();
    const text = [...shown].join();
    expect(text).toContain('Оплата прошла, начался срок ожидания');
    expect(text).toMatch(/Письма уйдут .*, если запуск не остановят/);
    expect(fakeServer.callsOf('refreshPaymentStatus')).toHaveLength(1);
  });

  it('shows that the payment is refunded, with the reason', async () => {
    answerPayment('refunded', 'succeeded', 'contact_removed');
    await openPage(protocol);
    await expect.element(page.getByText('Протокол не запущен, деньги возвращаются')).toBeVisible();
    await expect.element(page.getByText(/уже не были доверенным лицом/)).toBeVisible();
  });

  it('shows that the URL has no payment token', async () => {
    await openPage('/yookassa-return?type=protocol_activation');
    await expect.element(page.getByText('В адресе нет метки платежа (crt)')).toBeVisible();
  });
});

describe('mock payment page', () => {
  const pay = page.getByRole('button', { name: 'Оплатить' });
  const mockSetup = {
    status: 'ready' as const,
    errors: [],
    warnings: [],
    mailbox_available: true,
    mock_payment_available: true,
  };

  it('never redirects to another site', async () => {
    fakeServer.answer('checkSetup', mockSetup);
    await openPage('/mock-payment?amount=300&payment_id=p1&return=https://evil.example/');
    await expect.element(page.getByText('Этот адрес возврата не подходит')).toBeVisible();
    await expect.element(pay).not.toBeInTheDocument();
  });

  it('is unavailable if payments are real', async () => {
    await openPage('/mock-payment?amount=300&return=/success');
    await expect.element(page.getByText('Проверочной оплаты нет')).toBeVisible();
    await expect.element(pay).not.toBeInTheDocument();
  });
});
