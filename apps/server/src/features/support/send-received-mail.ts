import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import type { SupportDeps } from './support-deps.ts';
import { findSupportRequest } from './support-repository.ts';

/**
 * Tells the account's own address that a request has arrived. Not the address that was typed for the
 * answer: anybody could have strangers mailed that way.
 */
export async function sendReceivedMail(deps: SupportDeps, requestId: string): Promise<void> {
  const { database, log, transport, place } = deps;
  const found = await findSupportRequest(database, requestId);
  const author = found && (await findPerson(database, found.request.user_id));
  if (!author) return;
  const { renderSupportReceived } = await import('./emails/render-support-mail.ts');
  try {
    await transport.deliver({
      ...(await renderSupportReceived(author.language, found.request, place)),
      to: author.email,
      language: author.language,
      message_id: messageIdOf(place, 'support_received', requestId),
    });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ request_id: requestId }, 'mail refused permanently');
  }
}
