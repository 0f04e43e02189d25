import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import type { ContactAnswerOrder } from './contact-answer-job.ts';
import type { ContactDeps } from './contact-deps.ts';
import { type Contact, findContactById } from './contact-repository.ts';
import { takeAnswerAllowance } from './mail-allowance.ts';

/** Tells the owner what a contact answered, if that still holds. */
export async function sendAnswerMail(
  deps: ContactDeps,
  { contact_id, answer, mail_id }: ContactAnswerOrder,
): Promise<void> {
  const { database, transport, place, log } = deps;
  const contact = await findContactById(database, contact_id);
  if (!contact || !stillHolds(contact, answer)) return;
  const owner = await findPerson(database, contact.user_id);
  if (!owner || !(await takeAnswerAllowance(deps, contact_id))) return;
  const { renderContactMail } = await import('./emails/render-contact-mail.ts');
  const kind = `contact_${answer}` as const;
  const facts = { contact_name: contact.name, contact_email: contact.email };
  try {
    await transport.deliver({
      ...(await renderContactMail(kind, owner.language, facts, place)),
      to: owner.email,
      language: owner.language,
      message_id: messageIdOf(place, kind, mail_id),
    });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ mail_id, contact_id }, 'mail about an answer refused permanently');
  }
}

/** A contact who changed their mind meanwhile: the mail about the newer answer follows. */
function stillHolds(contact: Contact, answer: ContactAnswerOrder['answer']): boolean {
  return answer === 'accepted' ? contact.is_confirmed : contact.status === 'declined';
}
