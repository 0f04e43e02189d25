import { daysAfter, moscowDay, startOfMoscowDay } from '@zavet/contract/days';
import { mailLostAfterDays } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { forEachBatch, forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { lockAvailableUsers } from '../account/index.ts';
import { listDueAnnouncements } from './edition-rules.ts';
import { editionNotice, priceNotice } from './notice-mails.ts';
import {
  claimNotices,
  deleteAcceptedNotices,
  findOrInsertEditionSet,
  listUsersToNotify,
  listUsersWithLostNotice,
  lockUsersToProcess,
  markProcessed,
  type Notice,
} from './notice-repository.ts';
import { pricesToAnnounce } from './price-rules.ts';

type MailedNotice = Notice & { enqueue: (userId: string) => Promise<void> };

/**
 * Notifies each user once of new documents and prices, and resends lost notices. Repeated and
 * concurrent runs notify once.
 */
export async function announceEditions(ctx: Context, signal?: AbortSignal): Promise<void> {
  const notices = listCurrentNotices(ctx);
  if (notices.length === 0) return;
  const setNumber = await findOrInsertEditionSet(ctx.database, notices);
  await forEachBatch(ctx, (limit) => notifyBatch(ctx, notices, setNumber, limit), signal);
  await forEachDue<MailedNotice>({
    list: async () => notices,
    handle: (notice) => resendLostNotices(ctx, notice, signal),
    failed: ({ editions }, err) =>
      ctx.log.error(
        { code: 'edition_not_announced', edition: editions[0]?.edition, err },
        'an edition of the documents or prices could not be announced',
      ),
    signal,
  });
}

/** One notice for all new documents, and one per new price list. */
function listCurrentNotices(ctx: Context): MailedNotice[] {
  const today = moscowDay(ctx.clock.now());
  const documents = listDueAnnouncements(ctx.editions, today);
  const documentNotice: MailedNotice = {
    editions: documents,
    enqueue: (user_id) => enqueueMail(ctx, editionNotice, { user_id }),
  };
  const priceNotices = pricesToAnnounce(ctx.prices, today).map(({ edition }) => ({
    editions: [{ edition, documents: ['prices' as const] }],
    signedUpBefore: startOfMoscowDay(edition),
    enqueue: (user_id: string) => enqueueMail(ctx, priceNotice, { user_id, edition }),
  }));
  return documents.length > 0 ? [documentNotice, ...priceNotices] : priceNotices;
}

/** Returns the number of processed users. */
async function notifyBatch(
  { database, clock }: Context,
  notices: readonly MailedNotice[],
  setNumber: number,
  limit: number,
): Promise<number> {
  const now = clock.now();
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const userIds = await lockUsersToProcess(database, setNumber, limit);
  for (const notice of notices) {
    const unnotified = await listUsersToNotify(database, notice, lostBefore, userIds);
    await enqueueNotices(database, notice, unnotified, now);
  }
  await markProcessed(database, setNumber, userIds);
  return userIds.length;
}

async function resendLostNotices(
  ctx: Context,
  notice: MailedNotice,
  signal?: AbortSignal,
): Promise<void> {
  const { database, clock } = ctx;
  const lostBefore = daysAfter(clock.now(), -mailLostAfterDays);
  await deleteAcceptedNotices(database, notice, lostBefore);
  const resendBatch = async (limit: number) => {
    const lost = await listUsersWithLostNotice(database, notice, lostBefore, limit);
    const locked = await lockAvailableUsers(database, lost);
    await enqueueNotices(database, notice, locked, clock.now());
    return locked.length;
  };
  await forEachBatch(ctx, resendBatch, signal);
}

async function enqueueNotices(
  database: Context['database'],
  notice: MailedNotice,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  const lostBefore = daysAfter(now, -mailLostAfterDays);
  const claimed = await claimNotices(database, notice, userIds, now, lostBefore);
  for (const user_id of claimed) await notice.enqueue(user_id);
}
