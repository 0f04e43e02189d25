import type { PriceEditions, PriceList } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findSignUp, listNotices } from './notice-repository.ts';
import { type PriceKnowledge, pricesOn } from './price-rules.ts';

/** What it takes to say a price. */
export interface PriceDeps {
  database: Database;
  clock: Clock;
  prices: PriceEditions;
}

/** The prices that hold for a person on a day. Every amount that anybody is asked for comes from here. */
export async function pricesFor(
  { database, prices }: PriceDeps,
  userId: string,
  day: Day,
): Promise<PriceList> {
  // Nothing to look up as long as prices have never changed.
  if (prices.length === 1) return prices[0];
  return pricesOn(prices, await priceKnowledgeOf(database, userId), day);
}

export async function priceKnowledgeOf(
  database: Database,
  userId: string,
): Promise<PriceKnowledge> {
  const signedUpAt = await findSignUp(database, userId);
  const notices = await listNotices(database, userId);
  return {
    signed_up_on: moscowDay(signedUpAt ?? new Date(0)),
    toldOn: new Map(
      notices
        .filter(({ document }) => document === 'prices')
        .map(({ edition, told_on }) => [edition, told_on]),
    ),
  };
}
