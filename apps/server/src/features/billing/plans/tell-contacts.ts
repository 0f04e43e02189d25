import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { removalAhead } from './emails/lapse-mails.ts';
import { firstWarningDays, lastWarningDays } from './grace-rules.ts';
import type { OwnerPlan } from './plan-repository.ts';
import { isToTell } from './removal-rules.ts';
import { type ContactToTell, deleteTellings, insertTellings } from './telling-repository.ts';

/** Tells the confirmed contacts of a removal, with the first warning and with the last. */
export async function tellContacts(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs'>,
  userId: string,
  { expired_on, grace_until, grace_warned }: OwnerPlan,
  contacts: readonly ContactToTell[],
): Promise<void> {
  const { database, clock } = ctx;
  const isLast = grace_warned === lastWarningDays;
  const isFirst = grace_warned === firstWarningDays;
  if (!expired_on || !grace_until || !(isFirst || isLast)) return;
  const today = moscowDay(clock.now());
  // With a first warning everything begins anew.
  if (isFirst) await deleteTellings(database, userId);
  const ids = contacts.filter((contact) => isToTell(contact, isLast, today)).map(({ id }) => id);
  const tellings = await insertTellings(database, ids, {
    user_id: userId,
    expired_on,
    files_removed_on: grace_until,
    is_last: isLast,
    ordered_on: today,
  });
  for (const telling_id of tellings) {
    await enqueueMail(ctx, removalAhead, { telling_id }, { mailId: telling_id });
  }
}
