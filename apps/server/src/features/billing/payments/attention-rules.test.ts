import { describe, expect, it } from 'vitest';
import { matchRefund, maxManualKopecks, permittedActs } from './attention-rules.ts';

const pending = { status: 'pending', isNamed: false, isKeyExpired: false } as const;
const byHand = ['given_back_by_hand', 'settled_with_payer'];
const ofRefund = (refund: Parameters<typeof permittedActs>[0]['refund']) =>
  permittedActs({ kind: 'refund_refused', isResolved: false, paymentStatus: 'succeeded', refund });

describe('what can be done about a refund', () => {
  it('is no second refund while the first one can still be asked for under its key', () => {
    expect(ofRefund(pending)).toEqual(['ask_again', ...byHand]);
    expect(ofRefund({ ...pending, isNamed: true, isKeyExpired: true })).toEqual([
      'ask_again',
      ...byHand,
    ]);
  });

  it('is a second refund once the first one has ended or its key is forgotten', () => {
    expect(ofRefund({ ...pending, isKeyExpired: true })).toContain('refund_again');
    expect(ofRefund({ ...pending, status: 'canceled' })).toEqual(['refund_again', ...byHand]);
    expect(ofRefund({ ...pending, status: 'succeeded' })).toEqual(byHand);
  });

  it('is nothing once it is settled', () => {
    const settled = { isResolved: true, paymentStatus: 'pending', refund: pending } as const;
    expect(permittedActs({ kind: 'payment_lost', ...settled })).toEqual([]);
  });
});

it('a payment is asked after only while it is open, and what an outage owes never', () => {
  const open = { isResolved: false, refund: null };
  expect(permittedActs({ ...open, kind: 'payment_mismatch', paymentStatus: 'pending' })).toContain(
    'ask_again',
  );
  expect(permittedActs({ ...open, kind: 'payment_lost', paymentStatus: 'canceled' })).toEqual(
    byHand,
  );
  expect(
    permittedActs({ ...open, kind: 'outage_compensated_in_part', paymentStatus: 'succeeded' }),
  ).toEqual(byHand);
});

it('a refund of the provider is ours if it is new to us, moved money and has our amount', () => {
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

it('by hand no more is given back than is left of a payment, or than an outage owes', () => {
  const sums = { owed_kopecks: 500, leftKopecks: 300 };
  expect(maxManualKopecks({ kind: 'refund_refused', ...sums })).toBe(300);
  expect(maxManualKopecks({ kind: 'outage_compensated_in_part', ...sums })).toBe(500);
  expect(maxManualKopecks({ kind: 'payment_mismatch', ...sums })).toBeGreaterThan(1e9);
});
