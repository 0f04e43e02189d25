import type { Context } from '../../../../context.ts';
import { forEachDue } from '../../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { areRemindersPaused } from '../contact-ports.ts';
import { lockContact } from '../contact-repository.ts';
import { stillHereQuestion } from '../emails/still-here-mail.ts';
import { changeCheck, type DueContact, findChecked, listDue } from './yearly-repository.ts';
import { nextStep, yearAfter } from './yearly-rules.ts';

/**
 * Asks every confirmed contact once a year to reconfirm, and reminds those who have not answered. It
 * waits while the owner is silent or a start is under way. May run twice, also concurrently: each
 * contact is decided under its lock, one mail per run.
 */
export async function askContacts(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<DueContact>({
    list: (after, limit) => listDue(ctx.database, now, after, limit),
    handle: ({ contact_id, user_id }) => askContact(ctx, user_id, contact_id, now),
    failed: ({ contact_id }, err) =>
      ctx.log.error(
        { code: 'contact_not_asked', contact_id, err },
        'a contact could not be asked the yearly question',
      ),
    signal,
  });
}

function askContact(ctx: Context, userId: string, contactId: string, now: Date): Promise<void> {
  const { database, linkTokens } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const contact = await lockContact(database, userId, contactId);
    const checked = await findChecked(database, { contact_id: contactId });
    if (contact?.status !== 'confirmed' || !checked) return;
    const { check } = checked;
    const step = nextStep(check, now);
    if (step === 'wait' || (await areRemindersPaused(ctx)(userId))) return;
    const repeated = step === 'remind' ? check.link_id : null;
    const { id: link_id, digest: link_digest } = linkTokens.create(repeated ?? undefined);
    const next = yearAfter(check, step, now);
    await changeCheck(database, check, {
      ...{ ...next, link_id, link_digest },
      mailed_at: now,
      is_unreached: false,
    });
    await enqueueMail(ctx, stillHereQuestion, { link_id, reminders: next.reminders });
  });
}
