import { randomUUID } from 'node:crypto';
import type { Outcomes } from './faults.ts';
import { type Payments, refundableKopecks } from './payments.ts';
import { invalidRequest, kopecksOf, notFound, type RefundObject } from './protocol.ts';
import { parse, type RefundRequest, refundListQuery } from './validation.ts';

export interface Refunds {
  create(request: RefundRequest): RefundObject;
  view(id: string): RefundObject;
  list(): RefundObject[];
  reset(): void;
}

export interface RefundsSettings {
  clock: () => Date;
  payments: Payments;
  outcomes: Outcomes;
  notify: (event: 'refund.succeeded', object: RefundObject) => void;
}

/** Refunds succeeded payments, never more than the amount not refunded yet. */
export function createRefunds({ clock, payments, outcomes, notify }: RefundsSettings): Refunds {
  const refunds = new Map<string, RefundObject>();

  return {
    create: ({ payment_id, amount, receipt }) => {
      const payment = payments.find(payment_id);
      const kopecks = kopecksOf(amount);
      if (payment.status !== 'succeeded') {
        throw invalidRequest('Payment is not in the succeeded status', 'payment_id');
      }
      if (kopecks > refundableKopecks(payment)) {
        throw invalidRequest('Refund amount exceeds the rest of the payment', 'amount.value');
      }
      payment.refunded_kopecks += kopecks;
      const refund: RefundObject = {
        id: randomUUID(),
        payment_id,
        status: 'pending',
        amount: { ...amount },
        created_at: clock().toISOString(),
        ...(receipt && { receipt_registration: 'pending' }),
      };
      refunds.set(refund.id, refund);
      const declined = outcomes.takeDecline('refund');
      outcomes.conclude(() => {
        refund.status = declined ? 'canceled' : 'succeeded';
        if (receipt) refund.receipt_registration = refund.status;
        if (!declined) return notify('refund.succeeded', { ...refund });
        refund.cancellation_details = declined;
        payment.refunded_kopecks -= kopecks;
      });
      return { ...refund };
    },
    view: (id) => {
      const refund = refunds.get(id);
      if (!refund) throw notFound('Refund');
      return { ...refund };
    },
    list: () => [...refunds.values()].map((refund) => ({ ...refund })),
    reset: () => refunds.clear(),
  };
}

/** Refunds of one payment on a single page, newest first. */
export function refundsOf(
  refunds: Refunds,
  query: URLSearchParams,
): { type: 'list'; items: RefundObject[] } {
  const { payment_id, limit } = parse(refundListQuery, Object.fromEntries(query));
  const items = refunds.list().filter((refund) => refund.payment_id === payment_id);
  return { type: 'list', items: items.toReversed().slice(0, limit) };
}
