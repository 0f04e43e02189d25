import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent } from '../../identity/account/index.ts';
import { agreeContact } from './agree-contact.ts';
import type { Contact } from './contact-repository.ts';
import { contactAccepted, contactDeclined } from './emails/contact-mails.ts';
import { moveContact } from './move-contact.ts';

/** The contact's address and browser are not the owner's business. */
export const nowhere = { address: null, user_agent: null };

const afterAnswer = {
  accepted: { event: 'contact_confirmed', mail: contactAccepted },
  declined: { event: 'contact_declined', mail: contactDeclined },
} as const;

export type ContactAnswer = keyof typeof afterAnswer;

/** Takes what a locked contact answered by a link. The owner hears of what changed. */
export async function takeAnswer(
  ctx: Context,
  contact: Contact,
  answer: ContactAnswer,
): Promise<Contact> {
  const { database, clock } = ctx;
  const answered =
    answer === 'accepted'
      ? await agreeContact(ctx, contact, answer)
      : await moveContact(ctx, contact, answer);
  if (answered.status !== contact.status) {
    const { event, mail } = afterAnswer[answer];
    await recordSecurityEvent(database, answered.user_id, event, nowhere, clock.now());
    await enqueueMail(ctx, mail, { contact_id: answered.id });
  }
  return answered;
}
