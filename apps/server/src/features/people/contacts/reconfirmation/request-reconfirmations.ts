import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { forEachDue } from '../../../../platform/jobs/for-each-due.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkWithSecret } from '../../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../../platform/mail/mailer.ts';
import { dayName } from '../../../../platform/mail/templates/mail-words.ts';
import { nameInSubject, nameWithAddress } from '../../../../platform/mail/templates/plain-name.ts';
import { lockUser, type NamedOwner } from '../../../identity/account/index.ts';
import { areRemindersPaused } from '../contact-ports.ts';
import { lockContact } from '../contact-repository.ts';
import { findNamedOwner } from '../invitation-repository.ts';
import {
  type DueContact,
  findReconfirmation,
  listDueReconfirmations,
  recordBouncedReconfirmation,
  updateReconfirmation,
} from './reconfirmation-repository.ts';
import { nextStep, scheduleAfterStep } from './reconfirmation-rules.ts';

/**
 * Sends due requests and reminders to confirmed contacts, at most one mail per contact and run. May
 * run twice, even concurrently: each contact is processed under its lock.
 */
export async function requestReconfirmations(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<DueContact>({
    list: (after, limit) => listDueReconfirmations(ctx.database, now, after, limit),
    handle: ({ contact_id, user_id }) => requestReconfirmation(ctx, user_id, contact_id, now),
    failed: ({ contact_id }, err) =>
      ctx.log.error(
        { code: 'reconfirmation_not_requested', contact_id, err },
        'a reconfirmation could not be requested',
      ),
    signal,
  });
}

function requestReconfirmation(
  ctx: Context,
  userId: string,
  contactId: string,
  now: Date,
): Promise<void> {
  const { database, linkTokens } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const contact = await lockContact(database, userId, contactId);
    const found = await findReconfirmation(database, { contact_id: contactId });
    if (contact?.status !== 'confirmed' || !found) return;
    const { reconfirmation } = found;
    const step = nextStep(reconfirmation, now);
    if (step === 'wait' || (await areRemindersPaused(ctx)(userId))) return;
    const linkId = step === 'remind' ? reconfirmation.link_id : null;
    const { id: link_id, digest: link_digest } = linkTokens.create(linkId ?? undefined);
    const next = scheduleAfterStep(reconfirmation, step, now);
    const sent = { link_id, link_digest, mailed_at: now, is_unreached: false };
    await updateReconfirmation(database, reconfirmation, { ...next, ...sent });
    await enqueueMail(ctx, reconfirmationMail, { link_id, reminders: next.reminders });
  });
}

interface ReconfirmationMailIds {
  link_id: string;
  /** 0 for the request itself. */
  reminders: number;
}

interface ReconfirmationMailFacts extends NamedOwner {
  token: string;
  /** Date of the request, in reminders. */
  asked_on: Day | null;
}

export const reconfirmationMail = declareMail({
  name: 'contact_reconfirmation',
  to: 'a confirmed contact',
  when: 'a year after the last confirmation, then twice more, 14 days apart; the link answers',
  retry: 'usual',
  find: async (
    ctx: Context,
    { link_id, reminders }: ReconfirmationMailIds,
  ): Promise<FoundMail<ReconfirmationMailFacts> | undefined> => {
    const { database, linkTokens } = ctx;
    const found = await findReconfirmation(database, { link_id });
    const requestedAt = found?.reconfirmation.asked_at;
    if (!requestedAt || found.contact.status !== 'confirmed') return undefined;
    const { contact } = found;
    const owner = await findNamedOwner(ctx, contact);
    if (!owner) return undefined;
    const asked_on = reminders > 0 ? moscowDay(requestedAt) : null;
    const { email: to, preferred_language: language } = contact;
    const facts = { ...owner, token: linkTokens.tokenOf(link_id), asked_on };
    return { to, language, reply_to: owner.owner_email, facts };
  },
  onBounced: ({ database }, { link_id, reminders }, { wasSentTo }) =>
    recordBouncedReconfirmation(database, { link_id, reminders }, wasSentTo),
  text: (words, { owner_name, owner_email, token, asked_on }, { publicUrl }) =>
    mailText(
      words,
      'contacts.contact_reconfirmation',
      (say) => [
        say('body', { person: nameWithAddress(owner_name ?? '', owner_email) }),
        ...(asked_on ? [say('again', { day: dayName(words, asked_on) })] : []),
        button(say('action'), answerPage(publicUrl, token)),
        say('nothing'),
      ],
      { reason: 'contacts.reason', values: { name: nameInSubject(owner_name, owner_email) } },
    ),
  unsubscribeUrl: ({ token }, { publicUrl }) => answerPage(publicUrl, token),
});

/**
 * Page for the answer. It also serves to unsubscribe, because declining ends all reconfirmations.
 */
function answerPage(publicUrl: string, token: string): string {
  return linkWithSecret(publicUrl, '/reconfirmation', { token });
}
