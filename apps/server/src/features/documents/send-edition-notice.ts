import { moscowDay } from '@zavet/contract/days';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/account-face.ts';
import type { DocumentParts } from './document-parts.ts';
import type { NoticeOrder } from './edition-notice-job.ts';
import { announcementsOn, promisedFrom } from './edition-rules.ts';
import { dateNotice } from './notice-repository.ts';

/**
 * Mails one notice, unless a newer edition has overtaken it. Its days count from the day on which it
 * goes out, not from its order.
 */
export async function sendEditionNotice(
  { database, clock, log, transport, place, editions }: DocumentParts,
  { user_id, edition, mail_id }: NoticeOrder,
): Promise<void> {
  const today = moscowDay(clock.now());
  const announcement = announcementsOn(editions, today).find((one) => one.edition === edition);
  const person = await findPerson(database, user_id);
  if (!person || !announcement) return;
  await dateNotice(database, user_id, edition, today);
  const facts = { ...announcement, holds_from: promisedFrom(edition, today) };
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
    log.warn({ mail_id, edition }, 'mail refused for good');
  }
}
