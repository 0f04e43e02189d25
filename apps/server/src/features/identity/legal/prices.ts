import {
  type PlanId,
  type PlanPeriod,
  type PriceList,
  planCatalogue,
} from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findSignUpTime, listSentNotices } from './notice-repository.ts';
import { type PriceNotices, pricesOn } from './price-rules.ts';

/** Returns the prices of a user on a day. All amounts to pay come from here. */
export async function pricesFor(
  { database, prices }: Context,
  userId: string,
  day: Day,
): Promise<PriceList> {
  // Prices have never changed: no lookup needed.
  if (prices.length === 1) return prices[0];
  return pricesOn(prices, await readPriceNotices(database, userId), day);
}

export async function readPriceNotices(database: Database, userId: string): Promise<PriceNotices> {
  const signedUpAt = await findSignUpTime(database, userId);
  const notices = await listSentNotices(database, userId);
  return {
    signed_up_on: moscowDay(signedUpAt ?? new Date(0)),
    notifiedOn: new Map(
      notices
        .filter(({ document }) => document === 'prices')
        .map(({ edition, notified_on }) => [edition, notified_on]),
    ),
  };
}

const mbPerGb = 1024;

/** Plans are named by their storage. */
export function planName({ t }: Pick<MailWords, 't'>, plan: PlanId): string {
  const mb = planCatalogue.find(({ id }) => id === plan)?.storage_mb ?? 0;
  return mb % mbPerGb === 0
    ? t('plans.storage_gb', { size: mb / mbPerGb })
    : t('plans.storage_mb', { size: mb });
}

/** Shown on the payment page and the receipt. */
export function productName(words: Pick<MailWords, 't'>, plan: PlanId, period: PlanPeriod): string {
  return words.t(`plans.product_${period}`, { storage: planName(words, plan) });
}

export function megabytes(words: Pick<MailWords, 't' | 'locale'>, mb: number): string {
  const size = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(mb);
  return words.t('plans.storage_mb', { size });
}
