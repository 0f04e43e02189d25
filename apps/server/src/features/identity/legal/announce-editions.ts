import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { forEachBatch, forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockAvailableUsers } from '../account/index.ts';
import { dueAnnouncements } from './edition-rules.ts';
import { editionNotice, priceNotice } from './notice-mails.ts';
import {
  claimNotices,
  deleteAcceptedNotices,
  findOrInsertWalk,
  listUsersToNotify,
  listUsersWithLostNotice,
  lockUsersToProcess,
  markProcessed,
  type Notice,
} from './notice-repository.ts';
import { pricesToAnnounce } from './price-rules.ts';

/** A notice with the order of the mail that gives it. */
type MailedNotice = Notice & { order: (userId: string) => Promise<void> };

/**
 * Tells everybody of the documents and prices that they have not been told of: each person is looked at
 * once for what is announced, and at all times those whose mail got lost. May run twice, and at once.
 */
export async function announceEditions(ctx: Context, signal?: AbortSignal): Promise<void> {
  const announced = currentNotices(ctx);
  if (announced.length === 0) return;
  const walk = await findOrInsertWalk(ctx.database, announced);
  await forEachBatch(ctx, (limit) => notifyBatch(ctx, announced, walk, limit), signal);
  await forEachDue<MailedNotice>({
    list: async () => announced,
    handle: (one) => resendLostNotices(ctx, one, signal),
    failed: ({ news }, err) =>
      ctx.log.error(
        { code: 'edition_not_announced', edition: news[0]?.edition, err },
        'an edition of the documents or prices could not be announced',
      ),
    signal,
  });
}

/** One notice for all new documents, and one for each new list of prices. */
function currentNotices(ctx: Context): MailedNotice[] {
  const today = moscowDay(ctx.clock.now());
  const documents = dueAnnouncements(ctx.editions, today);
  const ofDocuments: MailedNotice = {
    news: documents,
    order: (user_id) => enqueueMail(ctx, editionNotice, { user_id }),
  };
  const ofPrices = pricesToAnnounce(ctx.prices, today).map(({ edition }) => ({
    news: [{ edition, documents: ['prices' as const] }],
    concernsBefore: startOfMoscowDay(edition),
    order: (user_id: string) => enqueueMail(ctx, priceNotice, { user_id, edition }),
  }));
  return documents.length > 0 ? [ofDocuments, ...ofPrices] : ofPrices;
}

/** Returns the number of people. */
async function notifyBatch(
  { database, clock }: Context,
  announced: readonly MailedNotice[],
  walk: number,
  limit: number,
): Promise<number> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const people = await lockUsersToProcess(database, walk, limit);
  for (const one of announced) {
    const untold = await listUsersToNotify(database, one, lostBefore, people);
    await enqueueNotices(database, one, untold, now);
  }
  await markProcessed(database, walk, people);
  return people.length;
}

async function resendLostNotices(
  ctx: Context,
  announced: MailedNotice,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const lostBefore = daysAfter(clock.now(), -mailLostAfterDays);
  await deleteAcceptedNotices(database, announced, lostBefore);
  const tellSome = async (limit: number) => {
    const lost = await listUsersWithLostNotice(database, announced, lostBefore, limit);
    const held = await lockAvailableUsers(database, lost);
    await enqueueNotices(database, announced, held, clock.now());
    return held.length;
  };
  await forEachBatch(ctx, tellSome, signal);
}

async function enqueueNotices(
  database: Context['database'],
  announced: MailedNotice,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const told = await claimNotices(database, announced, userIds, now, lostBefore);
  for (const user_id of told) await announced.order(user_id);
}
