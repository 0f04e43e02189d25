import { needsReview } from '@zavet/contract/vault/instruction-rules';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { button, declareMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { findPerson, lockUser } from '../../identity/account/index.ts';
import { areRemindersPaused } from './check-in-repository.ts';
import {
  type DueOwner,
  findReminder,
  listDueOwners,
  listReviewTimes,
  saveReminder,
  scheduleReviewCheck,
} from './review-repository.ts';
import { dueReminder, nextReviewCheckAt } from './review-rules.ts';

/** Contains no titles, because mail programs show previews on locked screens. */
export const reviewReminderMail = declareMail({
  name: 'review_reminder',
  to: 'the owner',
  when: 'instructions not reviewed for 6 months, again at 12',
  retry: 'week',
  isBulk: true,
  find: async ({ database, clock }: Context, { user_id, stage }: ReminderIds) => {
    const owner = await findPerson(database, user_id);
    if (!owner || (await areRemindersPaused(database, user_id))) return undefined;
    const reviewed = await listReviewTimes(database, user_id);
    const now = clock.now();
    const count = reviewed.filter((at) => needsReview(at, now, stage)).length;
    if (count === 0) return undefined;
    return { to: owner.email, language: owner.language, facts: { count, months: stage } };
  },
  text: (words, { count, months }, { publicUrl }) =>
    mailText(words, 'check_ins.review_reminder', (say) => [
      say('body', { count, months }),
      say('enough'),
      button(say('action'), linkTo(publicUrl, '/instructions')),
    ]),
});

/**
 * Job: reminds owners of instructions that are due for a review. Safe to run repeatedly and
 * concurrently.
 */
export async function remindToReview(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<DueOwner>({
    list: (after, limit) => listDueOwners(ctx.database, now, after, limit),
    handle: ({ user_id }) => remindOwner(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'review_not_reminded', user_id, err },
        'review reminder of an owner failed',
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
    await scheduleReviewCheck(database, userId, nextReviewCheckAt(reviewed, is_paused, now));
    if (is_paused) return;
    const stage = dueReminder(reviewed, await findReminder(database, userId), now);
    if (stage === undefined) return;
    await saveReminder(database, userId, { stage, enqueued_at: now });
    await enqueueMail(ctx, reviewReminderMail, { user_id: userId, stage });
  });
}

interface ReminderIds {
  user_id: string;
  stage: number;
}
