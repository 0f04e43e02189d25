import { needsReview } from '@zavet/contract/instructions/review-rules';
import type { Context } from '../../../../context.ts';
import { linkTo } from '../../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../../platform/mail/mail.ts';
import { button, mailText } from '../../../../platform/mail/mail-text.ts';
import { findPerson } from '../../../identity/account/index.ts';
import { areRemindersPaused } from '../presence-repository.ts';
import { listReviewTimes } from '../review-repository.ts';

interface ReminderIds {
  user_id: string;
  stage: number;
}

interface ReminderFacts {
  count: number;
  months: number;
}

/** How many wait, and no title: mail programs show the beginning of a mail to bystanders. */
export const reviewReminder = declareMail({
  name: 'review_reminder',
  to: 'the owner',
  when: 'instructions not reviewed for 6 months, again at 12',
  retry: 'week',
  isBulk: true,
  find: async (
    { database, clock }: Context,
    { user_id, stage }: ReminderIds,
  ): Promise<FoundMail<ReminderFacts> | undefined> => {
    const owner = await findPerson(database, user_id);
    if (!owner || (await areRemindersPaused(database, user_id))) return undefined;
    const reviewed = await listReviewTimes(database, user_id);
    const now = clock.now();
    const count = reviewed.filter((one) => needsReview(one, now, stage)).length;
    if (count === 0) return undefined;
    return { to: owner.email, language: owner.language, facts: { count, months: stage } };
  },
  text: (words, { count, months }, { publicUrl }) =>
    mailText(words, 'presence.review_reminder', (say) => [
      say('body', { count, months }),
      say('why'),
      say('enough'),
      button(say('action'), linkTo(publicUrl, '/instructions')),
    ]),
});
