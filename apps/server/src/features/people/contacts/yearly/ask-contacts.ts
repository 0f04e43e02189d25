import type { Context } from '../../../../context.ts';
import { orderMail } from '../../../../platform/mail/order-mail.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { areRemindersPaused } from '../contact-ports.ts';
import { lockContact } from '../contact-repository.ts';
import { stillHereQuestion } from '../emails/still-here-mail.ts';
import { changeCheck, type DueContact, findChecked, listDue } from './yearly-repository.ts';
import { nextStep, yearAfter } from './yearly-rules.ts';

const contactsAtOnce = 100;

/**
 * Asks every confirmed contact once a year to reconfirm, and reminds those who have not answered. It
 * waits while the owner is silent or a start is under way. May run twice, also concurrently: each
 * contact is decided under its lock, one mail per run.
 */
export async function askContacts(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = ctx;
  const now = clock.now();
  let last: DueContact | undefined;
  for (let isMore = true; isMore && !signal?.aborted; isMore = last !== undefined) {
    const due: DueContact[] = await listDue(database, now, last, contactsAtOnce);
    for (const { contact_id, user_id } of due) {
      await askContact(ctx, user_id, contact_id, now).catch((error) =>
        log.error(
          { code: 'contact_not_asked', err: error, contact_id },
          'a contact could not be asked the yearly question',
        ),
      );
    }
    last = due.length < contactsAtOnce ? undefined : due.at(-1);
  }
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
    await orderMail(ctx, stillHereQuestion, { link_id, reminders: next.reminders });
  });
}
