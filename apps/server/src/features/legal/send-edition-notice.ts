import { moscowDay } from '@zavet/contract/days';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import type { NoticeOrder } from './edition-notice-job.ts';
import { announcementsOn, promisedFrom } from './edition-rules.ts';
import type { LegalDeps } from './legal-deps.ts';
import { dateNotices, listOrdered } from './notice-repository.ts';

/**
 * Mails one notice of what is still to be told, unless a newer edition has overtaken it. Its days
 * count from the day on which a mail server has taken it, not from its order.
 */
export async function sendEditionNotice(
  { database, clock, log, transport, place, editions }: LegalDeps,
  { user_id, edition, mail_id }: NoticeOrder,
): Promise<void> {
  const today = moscowDay(clock.now());
  const announcement = announcementsOn(editions, today).find((one) => one.edition === edition);
  const ordered = await listOrdered(database, user_id, edition);
  const documents = announcement?.documents.filter((one) => ordered.includes(one)) ?? [];
  const person = await findPerson(database, user_id);
  if (!person || documents.length === 0) return;
  const facts = { edition, documents, holds_from: promisedFrom(edition, today) };
  const { renderEditionNotice } = await import('./emails/render-edition-notice.ts');
  try {
    await transport.deliver({
      ...(await renderEditionNotice(person.language, facts, place)),
      to: person.email,
      language: person.language,
      message_id: messageIdOf(place, 'edition_notice', mail_id),
    });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ mail_id, edition }, 'mail refused permanently');
  }
  await dateNotices(database, user_id, { edition, documents }, today);
}
