import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { forEachBatch, forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockAvailableUsers } from '../account/index.ts';
import { announcementsOn } from './edition-rules.ts';
import { editionNotice, priceNotice } from './notice-mails.ts';
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
  await forEachBatch(ctx, (limit) => lookAtSome(ctx, announced, walk, limit), signal);
  await forEachDue<Announced>({
    list: async () => announced,
    handle: (one) => tellLost(ctx, one, signal),
    failed: ({ news }, err) =>
      ctx.log.error(
        { code: 'edition_not_announced', edition: news[0]?.edition, err },
        'an edition of the documents or prices could not be announced',
      ),
    signal,
  });
}

/** One notice for all new documents, and one for each new list of prices. */
function announcedNow(ctx: Context): Announced[] {
  const today = moscowDay(ctx.clock.now());
  const documents = announcementsOn(ctx.editions, today);
  const ofDocuments: Announced = {
    news: documents,
    order: (user_id) => enqueueMail(ctx, editionNotice, { user_id }),
  };
  const ofPrices = announcedPrices(ctx.prices, today).map(({ edition }) => ({
    news: [{ edition, documents: ['prices' as const] }],
    concernsBefore: startOfMoscowDay(edition),
    order: (user_id: string) => enqueueMail(ctx, priceNotice, { user_id, edition }),
  }));
  return documents.length > 0 ? [ofDocuments, ...ofPrices] : ofPrices;
}

/** Returns the number of people. */
async function lookAtSome(
  { database, clock }: Context,
  announced: readonly Announced[],
  walk: number,
  limit: number,
): Promise<number> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const people = await holdUnseen(database, walk, limit);
  for (const one of announced) {
    const untold = await listToNotify(database, one, lostBefore, people);
    await orderFor(database, one, untold, now);
  }
  await markSeen(database, walk, people);
  return people.length;
}

async function tellLost(ctx: Context, announced: Announced, signal?: AbortSignal): Promise<void> {
  const { database, clock } = ctx;
  const lostBefore = daysAfter(clock.now(), -mailLostAfterDays);
  await dropAcceptedOrders(database, announced, lostBefore);
  const tellSome = async (limit: number) => {
    const lost = await listLost(database, announced, lostBefore, limit);
    const held = await lockAvailableUsers(database, lost);
    await orderFor(database, announced, held, clock.now());
    return held.length;
  };
  await forEachBatch(ctx, tellSome, signal);
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
