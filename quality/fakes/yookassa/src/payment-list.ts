import { invalid } from './api-error.ts';
import type { PaymentObject } from './objects.ts';
import type { Payments } from './payments.ts';
import { listQuery, parse } from './validation.ts';

export interface PaymentPage {
  type: 'list';
  items: PaymentObject[];
  next_cursor?: string;
}

/** One page of the list of payments, newest first. */
export function pageOf(payments: Payments, query: URLSearchParams): PaymentPage {
  const wanted = parse(listQuery, Object.fromEntries(query));
  const since = wanted['created_at.gte'];
  const below = wanted.cursor === undefined ? Number.POSITIVE_INFINITY : numberOf(wanted.cursor);
  const found = payments
    .list()
    .filter(({ number, created_at }) => number < below && (!since || created_at >= since));
  const page = found.slice(0, wanted.limit);
  const last = page.at(-1);
  return {
    type: 'list',
    items: page.map(({ id }) => payments.view(id)),
    ...(last && found.length > page.length && { next_cursor: cursorOf(last.number) }),
  };
}

function cursorOf(number: number): string {
  return Buffer.from(`payment:${number}`).toString('base64url');
}

function numberOf(cursor: string): number {
  const [, number] =
    Buffer.from(cursor, 'base64url')
      .toString()
      .match(/^payment:(\d+)$/) ?? [];
  if (number === undefined) throw invalid('Unknown cursor', 'cursor');
  return Number(number);
}
