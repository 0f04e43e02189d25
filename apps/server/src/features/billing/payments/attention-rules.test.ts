import { describe, expect, it } from 'vitest';
import { matchRefund, maxManualKopecks, permittedActs } from './attention-rules.ts';

const pending = { status: 'pending', isNamed: false, isKeyExpired: false } as const;
const manualActs = ['refunded_manually', 'settled_with_payer'];
const refundActs = (refund: Parameters<typeof permittedActs>[0]['refund']) =>
  permittedActs({ kind: 'refund_refused', isResolved: false, paymentStatus: 'succeeded', refund });

describe('permitted acts on a refund', () => {
  it('do not include a second refund while the first can be retried with its key', () => {
    expect(refundActs(pending)).toEqual(['ask_again', ...manualActs]);
    expect(refundActs({ ...pending, isNamed: true, isKeyExpired: true })).toEqual([
      'ask_again',
      ...manualActs,
    ]);
  });

  it('include a second refund once the first has ended or its key has expired', () => {
    expect(refundActs({ ...pending, isKeyExpired: true })).toContain('refund_again');
    expect(refundActs({ ...pending, status: 'canceled' })).toEqual(['refund_again', ...manualActs]);
    expect(refundActs({ ...pending, status: 'succeeded' })).toEqual(manualActs);
  });

  it('are none once the item is resolved', () => {
    const settled = { isResolved: true, paymentStatus: 'pending', refund: pending } as const;
    expect(permittedActs({ kind: 'payment_lost', ...settled })).toEqual([]);
  });
});

it('only a pending payment can be checked again, and an outage debt never', () => {
  const open = { isResolved: false, refund: null };
  expect(permittedActs({ ...open, kind: 'payment_mismatch', paymentStatus: 'pending' })).toContain(
    'ask_again',
  );
  expect(permittedActs({ ...open, kind: 'payment_lost', paymentStatus: 'canceled' })).toEqual(
    manualActs,
  );
  expect(
    permittedActs({ ...open, kind: 'outage_compensated_in_part', paymentStatus: 'succeeded' }),
  ).toEqual(manualActs);
});

it('our refund at the provider is one with an unknown id, the same amount and moved money', () => {
  const refund = (id: string, amount_kopecks: number, status: 'succeeded' | 'canceled') => ({
    id,
    amount_kopecks,
    status,
  });
  const listed = [
    refund('known', 100, 'succeeded'),
    refund('nothing', 100, 'canceled'),
    refund('ours', 100, 'succeeded'),
  ];
  expect(matchRefund(listed, ['known'], 100)).toEqual({ own: listed[2], hasOthers: false });
  expect(matchRefund(listed, ['known', 'ours'], 100)).toEqual({
    own: undefined,
    hasOthers: false,
  });
  expect(matchRefund(listed, ['known'], 70)).toEqual({ own: undefined, hasOthers: true });
});

it('a manual refund is limited to the rest of the payment, or to the debt of an outage', () => {
  const sums = { owed_kopecks: 500, leftKopecks: 300 };
  expect(maxManualKopecks({ kind: 'refund_refused', ...sums })).toBe(300);
  expect(maxManualKopecks({ kind: 'outage_compensated_in_part', ...sums })).toBe(500);
  expect(maxManualKopecks({ kind: 'payment_mismatch', ...sums })).toBeGreaterThan(1e9);
});
