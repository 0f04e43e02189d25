import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { button, declareMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, lockUser } from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import {
  type DueOwner,
  findReminderFacts,
  listDueOwners,
  saveReminderCheck,
} from './rehearsal-repository.ts';
import { isReminderDue, nextReminderCheckAt } from './rehearsal-rules.ts';

export const rehearsalReminderMail = declareMail({
  name: 'rehearsal_reminder',
  to: 'the owner',
  when: 'a year without a rehearsal; once a year',
  retry: 'week',
  isBulk: true,
  find: async (ctx: Context, { user_id }: { user_id: string }) => {
    const { database } = ctx;
    const owner = await findPerson(database, user_id);
    const facts = await findReminderFacts(database, user_id);
    if (!owner || !facts?.last_reminder) return undefined;
    // The owner has started a rehearsal since the mail was enqueued.
    if (facts.last_start && facts.last_start >= facts.last_reminder) return undefined;
    if (await ownersProtocol(ctx).isUnderWay(user_id)) return undefined;
    const last_on = facts.last_start ? moscowDay(facts.last_start) : null;
    return { to: owner.email, language: owner.language, facts: { last_on } };
  },
  text: (words, { last_on }, { publicUrl }) =>
    mailText(words, 'rehearsal.reminder', (say) => [
      last_on ? say('body', { day: dayName(words, last_on) }) : say('body_never'),
      say('what'),
      button(words.t('rehearsal.open'), linkTo(publicUrl, '/readiness/rehearsal')),
    ]),
});

/** Reminds owners after a year without a rehearsal. Safe to run concurrently. */
export async function remindToRehearse(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<DueOwner>({
    list: (after, limit) => listDueOwners(ctx.database, now, after, limit),
    handle: ({ user_id }) => remindOwner(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'rehearsal_not_reminded', user_id, err },
        'reminder of a rehearsal failed',
      ),
    signal,
  });
}

function remindOwner(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const now = clock.now();
    const facts = await findReminderFacts(database, userId);
    const isUnderWay = await ownersProtocol(ctx).isUnderWay(userId);
    if (!facts || isUnderWay || !isReminderDue(facts, now)) {
      return saveReminderCheck(database, userId, {
        next_check_at: nextReminderCheckAt(facts, isUnderWay, now),
      });
    }
    const next_check_at = nextReminderCheckAt({ ...facts, last_reminder: now }, false, now);
    await saveReminderCheck(database, userId, { enqueued_at: now, next_check_at });
    await enqueueMail(ctx, rehearsalReminderMail, { user_id: userId });
  });
}
