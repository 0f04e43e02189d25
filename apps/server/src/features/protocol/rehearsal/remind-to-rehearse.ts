import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { lockUser } from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import { rehearsalReminder } from './emails/owner-mails.ts';
import { isReminderDue, nextReminderLook } from './rehearsal-rules.ts';
import {
  findReminderFacts,
  keepLook,
  type LookPlace,
  listOwnersToLookAt,
} from './reminder-repository.ts';

/**
 * Reminds owners who have not held a rehearsal for a year. Only those whose time to be looked at has come
 * are read. May run twice, and at once.
 */
export async function remindToRehearse(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<LookPlace>({
    list: (after, limit) => listOwnersToLookAt(ctx.database, now, after, limit),
    handle: ({ user_id }) => remindOwner(ctx, user_id),
    failed: ({ user_id }, err) =>
      ctx.log.error(
        { code: 'rehearsal_not_reminded', user_id, err },
        'an owner could not be reminded of a rehearsal',
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
      return keepLook(database, userId, { look_at: nextReminderLook(facts, isUnderWay, now) });
    }
    const look_at = nextReminderLook({ ...facts, last_reminder: now }, false, now);
    await keepLook(database, userId, { ordered_at: now, look_at });
    await enqueueMail(ctx, rehearsalReminder, { user_id: userId });
  });
}
