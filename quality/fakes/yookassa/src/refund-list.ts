import type { RefundObject } from './objects.ts';
import type { Refunds } from './refunds.ts';
import { parse, refundListQuery } from './validation.ts';

/** The refunds of one payment, newest first; a payment never has more than a page of them. */
export function refundsOf(
  refunds: Refunds,
  query: URLSearchParams,
): { type: 'list'; items: RefundObject[] } {
  const { payment_id, limit } = parse(refundListQuery, Object.fromEntries(query));
  const items = refunds.list().filter((refund) => refund.payment_id === payment_id);
  return { type: 'list', items: items.toReversed().slice(0, limit) };
}
