import { describe, expect, it } from 'vitest';
import { outcomeOf } from './outcome-rules.ts';

const amount_kopecks = 30_000;
const succeeded = { status: 'succeeded', amount_kopecks } as const;
const standing = {
  is_awaited: true,
  is_in_force: true,
  takes_effect_at: null,
  reason: null,
} as const;
const refund = { amount_kopecks, status: 'succeeded', reason: 'contact_removed' } as const;

describe('a payer is told', () => {
  it('that the payment holds only while what it bought holds', () => {
    expect(outcomeOf(succeeded, undefined, standing).outcome).toBe('in_force');
    const over = { ...standing, is_in_force: false };
    expect(outcomeOf(succeeded, undefined, over).outcome).toBe('past');
  });

  it('that money went back, and why, whatever the standing says', () => {
    const told = { outcome: 'refunded', reason: 'contact_removed' };
    expect(outcomeOf(succeeded, refund, standing)).toEqual(told);
    expect(outcomeOf(succeeded, { ...refund, status: 'pending' }, standing)).toEqual(told);
    expect(outcomeOf(succeeded, { ...refund, status: 'canceled' }, standing).outcome).toBe(
      'refund_failed',
    );
  });

  it('that a part given back leaves the payment as it is', () => {
    const part = { ...refund, amount_kopecks: amount_kopecks - 1, reason: 'outage' } as const;
    expect(outcomeOf(succeeded, part, standing)).toEqual({ outcome: 'in_force', reason: null });
  });

  it('of a payment that nobody waits for any more, and of one that was cancelled', () => {
    const pending = { status: 'pending', amount_kopecks } as const;
    const left = {
      is_awaited: false,
      is_in_force: false,
      takes_effect_at: null,
      reason: 'given_up',
    } as const;
    expect(outcomeOf(pending, undefined, standing).outcome).toBe('pending');
    expect(outcomeOf(pending, undefined, left)).toEqual({
      outcome: 'unneeded',
      reason: 'given_up',
    });
    const canceled = { status: 'canceled', amount_kopecks } as const;
    expect(outcomeOf(canceled, undefined, left)).toEqual({
      outcome: 'canceled',
      reason: 'given_up',
    });
  });
});
