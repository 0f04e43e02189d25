import { SealBroken } from '../../platform/encryption/sealed-text.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson } from '../account/public.ts';
import { openTexts, type RequestTexts } from './open-request.ts';
import type { SupportDeps } from './support-deps.ts';
import { findSupportRequest, markSent, type SupportRequest } from './support-repository.ts';

/** The support reads Russian. */
const language = 'ru';

/**
 * Hands a request over to the mailbox of the support. Every refusal is tried again, a final one too:
 * that mailbox is the operator's to fix.
 */
export async function sendRequestMail(deps: SupportDeps, requestId: string): Promise<void> {
  const { database, vault, log, transport, place } = deps;
  const found = await findSupportRequest(database, requestId);
  if (found?.request.status !== 'queued') return;
  const { request, key } = found;
  const author = await findPerson(database, request.user_id);
  if (!author) return;
  let texts: RequestTexts;
  try {
    texts = openTexts(vault.open(request.user_id, key), request);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error({ request_id: requestId }, 'a support request does not open and is not mailed');
    return;
  }
  const { renderSupportRequest } = await import('./emails/render-support-mail.ts');
  await transport.deliver({
    ...(await renderSupportRequest(language, factsOf(request, texts, author.email), place)),
    to: place.supportEmail,
    reply_to: request.user_email,
    language,
    message_id: messageIdOf(place, 'support_request', requestId),
  });
  await markSent(database, requestId);
}

function factsOf(request: SupportRequest, texts: RequestTexts, account_email: string) {
  const { reference, tier, category, user_email, answer_by } = request;
  return { reference, tier, category, user_email, account_email, answer_by, ...texts };
}
