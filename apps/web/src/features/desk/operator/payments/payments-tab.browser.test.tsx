import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { answerOperator, confirmWithCode, troubleOf } from '../../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';

const trouble = troubleOf();
const detail = `/operator/payments?id=${trouble.id}`;
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => {
  answerOperator();
  fakeServer.answer('listPaymentTroubles', { troubles: [trouble], next: null });
  fakeServer.answer('getPaymentTrouble', { trouble });
  fakeServer.answer('listOutages', { outages: [] });
});

describe('payment troubles at the desk', () => {
  it('are listed, and open with payment, history and actions', async () => {
    await openPage('/operator/payments');
    await page.getByRole('link', { name: 'Возврат без ответа больше суток' }).click();
    await expect.element(page.getByText('refund_enqueued')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'maria@example.org' })).toBeVisible();
    await expect.element(button('Вернуть деньги заново')).toBeVisible();
    await expectAccessible();
  });

  it('offer only the actions that the server allows', async () => {
    fakeServer.answer('getPaymentTrouble', {
      trouble: troubleOf({ acts: ['settled_with_payer'] }),
    });
    await openPage(detail);
    await expect.element(button('Записать решение')).toBeVisible();
    await expect.element(button('Вернуть деньги заново')).not.toBeInTheDocument();
    await expect.element(button('Записать возврат')).not.toBeInTheDocument();
  });

  it('can be refreshed, and report an unchanged state or an unavailable provider', async () => {
    fakeServer.refuse('refreshPaymentTrouble', 503, 'payment_outcome_unknown');
    await openPage(detail);
    await button('Спросить платёжную систему').click();
    await expect.element(page.getByText('Не удалось спросить')).toBeVisible();
    fakeServer.answer('refreshPaymentTrouble', { trouble });
    await button('Спросить платёжную систему').click();
    await expect.element(page.getByText(/Без изменений/)).toBeVisible();
  });

  it('are recorded as refunded manually, in rubles, with a code', async () => {
    fakeServer.answer('recordManualRefund', {});
    await openPage(detail);
    const amount = page.getByLabelText('Сумма в рублях');
    await amount.fill('много');
    await page.getByLabelText('Номер в системе или банке').fill('R-17');
    await button('Записать возврат').click();
    await expect.element(amount).toBeInvalid();
    await amount.fill('299,50');
    await button('Записать возврат').click();
    await confirmWithCode();
    await expect.element(page.getByText('Возврат записан')).toBeVisible();
    expect(fakeServer.callsOf('recordManualRefund')[0]?.body).toEqual({
      amount_kopecks: 29_950,
      reference: 'R-17',
      code: '123456',
    });
  });
});

describe('outage at the desk', () => {
  const preview = {
    is_long: false,
    is_recorded: false,
    extended: [{ plan: 'storage_300' as const, days: 3, owners: 12 }],
    refunded_owners: 0,
    refunded_kopecks: 0,
    missing_kopecks: 0,
  };

  it('can be recorded only after a preview for the same times', async () => {
    fakeServer.answer('listPaymentTroubles', { troubles: [], next: null });
    fakeServer.answer('previewOutage', { preview });
    fakeServer.answer('recordOutage', { is_new: true });
    await openPage('/operator/payments');
    await expect.element(page.getByText('Ничего не ждёт решения')).toBeVisible();
    await expect.element(button('Записать сбой')).not.toBeInTheDocument();
    await page.getByLabelText('Начало').fill('2026-10-01T10:00');
    const end = page.getByLabelText('Конец');
    await end.fill('2026-10-03T12:00');
    await button('Посчитать').click();
    await expect.element(page.getByRole('cell', { name: '12' })).toBeVisible();
    await end.fill('2026-10-03T13:00');
    await expect.element(button('Записать сбой')).not.toBeInTheDocument();
    await button('Посчитать').click();
    await button('Записать сбой').click();
    await confirmWithCode();
    await expect.element(page.getByText('Сбой записан')).toBeVisible();
    expect(fakeServer.callsOf('recordOutage')[0]?.body).toEqual({
      started_at: new Date('2026-10-01T10:00').toISOString(),
      ended_at: new Date('2026-10-03T13:00').toISOString(),
      code: '123456',
    });
  });
});
