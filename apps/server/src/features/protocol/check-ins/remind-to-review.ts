import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { lockUser } from '../../identity/account/index.ts';
import { reviewReminder } from './emails/review-reminder.ts';
import { areRemindersPaused } from './presence-repository.ts';
import {
  findReminder,
  keepReminder,
  type LookPlace,
  listOwnersToLookAt,
  listReviewTimes,
  lookAgainAt,
} from './review-repository.ts';
import { dueReminder, nextReviewLook } from './review-rules.ts';

/**
 * Asks owners to review what they have not looked at for months. Only those whose time to be looked at
 * has come are read. May run twice, and at once.
 */
export async function remindToReview(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<LookPlace>({
    list: (after, limit) => listOwnersToLookAt(ctx.database, now, after, limit),
    handle: ({ user_id }) => remindOwner(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'review_not_reminded', user_id, err },
        'an owner could not be asked for a review',
      ),
    signal,
  });
}

function remindOwner(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const now = clock.now();
    const reviewed = await listReviewTimes(database, userId);
    const is_paused = await areRemindersPaused(database, userId);
    await lookAgainAt(database, userId, nextReviewLook(reviewed, is_paused, now));
    if (is_paused) return;
    const stage = dueReminder(reviewed, await findReminder(database, userId), now);
    if (stage === undefined) return;
    await keepReminder(database, userId, { stage, ordered_at: now });
    await enqueueMail(ctx, reviewReminder, { user_id: userId, stage });
  });
}
