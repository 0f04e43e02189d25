import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { holdPeople } from '../account/index.ts';
import { announcementsOn } from './edition-rules.ts';
import { editionNotice } from './emails/edition-notice.ts';
import { priceNotice } from './emails/price-notice.ts';
import {
  dropAcceptedOrders,
  findWalk,
  holdUnseen,
  listLost,
  listToNotify,
  markSeen,
  type NoticeOf,
  orderNotices,
} from './notice-repository.ts';
import { announcedPrices } from './price-rules.ts';

const peopleAtOnce = 100;

/** A notice with the order of the mail that gives it. */
type Announced = NoticeOf & { order: (userId: string) => Promise<void> };

/**
 * Tells everybody of the documents and prices that they have not been told of: each person is looked at
 * once for what is announced, and at all times those whose mail got lost. May run twice, and at once.
 */
export async function announceEditions(ctx: Context, signal?: AbortSignal): Promise<void> {
  const announced = announcedNow(ctx);
  if (announced.length === 0) return;
  const walk = await findWalk(ctx.database, announced);
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await lookAtSome(ctx, announced, walk);
  for (const one of announced) {
    await tellLost(ctx, one, signal).catch((error) =>
      ctx.log.error(
        { code: 'edition_not_announced', err: error, edition: one.news[0]?.edition },
        'an edition of the documents or prices could not be announced',
      ),
    );
  }
}

/** One notice for all new documents, and one for each new list of prices. */
function announcedNow(ctx: Context): Announced[] {
  const today = moscowDay(ctx.clock.now());
  const documents = announcementsOn(ctx.editions, today);
  const ofDocuments: Announced = {
    news: documents,
    order: (user_id) => orderMail(ctx, editionNotice, { user_id }),
  };
  const ofPrices = announcedPrices(ctx.prices, today).map(({ edition }) => ({
    news: [{ edition, documents: ['prices' as const] }],
    concernsBefore: startOfMoscowDay(edition),
    order: (user_id: string) => orderMail(ctx, priceNotice, { user_id, edition }),
  }));
  return documents.length > 0 ? [ofDocuments, ...ofPrices] : ofPrices;
}

/** False when there is nobody left. */
function lookAtSome(
  { database, clock }: Context,
  announced: readonly Announced[],
  walk: number,
): Promise<boolean> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  return database.transaction(async () => {
    const people = await holdUnseen(database, walk, peopleAtOnce);
    for (const one of announced) {
      const untold = await listToNotify(database, one, lostBefore, people);
      await orderFor(database, one, untold, now);
    }
    await markSeen(database, walk, people);
    return people.length === peopleAtOnce;
  });
}

async function tellLost(
  { database, clock }: Context,
  announced: Announced,
  signal?: AbortSignal,
): Promise<void> {
  const lostBefore = daysAfter(clock.now(), -mailLostAfterDays);
  await dropAcceptedOrders(database, announced, lostBefore);
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await database.transaction(async () => {
      const lost = await listLost(database, announced, lostBefore, peopleAtOnce);
      const held = await holdPeople(database, lost);
      await orderFor(database, announced, held, clock.now());
      return held.length === peopleAtOnce;
    });
  }
}

async function orderFor(
  database: Context['database'],
  announced: Announced,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const told = await orderNotices(database, announced, userIds, now, lostBefore);
  for (const user_id of told) await announced.order(user_id);
}
