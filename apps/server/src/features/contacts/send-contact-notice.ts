import type { Locale } from '@zavet/contract/locales';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson, type Person } from '../account/public.ts';
import type { ContactDeps } from './contact-deps.ts';
import {
  type ContactNotice,
  deleteContactNotice,
  findContactNotice,
} from './contact-notice-repository.ts';
import type { RenderedContactMail } from './emails/render-contact-mail.ts';

interface Letter {
  to: string;
  language: Locale;
  mail: RenderedContactMail;
}

/** Tells the owner, or the former address of a contact, that the contact was moved or removed. */
export async function sendContactNotice(deps: ContactDeps, noticeId: string): Promise<void> {
  const { database, transport, place, log } = deps;
  const notice = await findContactNotice(database, noticeId);
  const owner = notice && (await findPerson(database, notice.user_id));
  if (!owner) return;
  const { to, language, mail } = await letterOf(deps, notice, owner);
  try {
    const message_id = messageIdOf(place, notice.kind, noticeId);
    await transport.deliver({ ...mail, to, language, message_id });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ notice_id: noticeId }, 'mail about a contact refused permanently');
  }
  await deleteContactNotice(database, noticeId);
}

async function letterOf(
  { place }: ContactDeps,
  notice: ContactNotice,
  owner: Person,
): Promise<Letter> {
  const { renderContactMail } = await import('./emails/render-contact-mail.ts');
  const { kind, name, email } = notice;
  if (kind === 'contact_released') {
    const language = notice.preferred_language;
    const facts = { owner_name: owner.full_name, owner_email: owner.email };
    return { to: email, language, mail: await renderContactMail(kind, language, facts, place) };
  }
  const { email: to, language } = owner;
  const facts = { contact_name: name, contact_email: email };
  return { to, language, mail: await renderContactMail(kind, language, facts, place) };
}
