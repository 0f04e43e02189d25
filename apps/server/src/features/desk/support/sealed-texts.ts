import type { SupportInput, SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import type { SupportMessage } from './message-repository.ts';
import type { SupportRequest } from './support-repository.ts';

type OpenedMessage = Omit<SupportMessage, 'draft_id' | 'request_id'>;

export function sealMessage(key: OwnerKey, id: string, text: string): string {
  return key.seal(id, 'text', text);
}

/** Throws `SealBroken` if damaged. */
export function openMessage(key: OwnerKey, { id, text }: Pick<SupportMessage, 'id' | 'text'>) {
  return key.open(id, 'text', text);
}

/** Damaged messages are returned without text. */
export function openMessages(
  { log }: Context,
  key: OwnerKey,
  messages: readonly SupportMessage[],
): OpenedMessage[] {
  return messages.map((message) => {
    const { id, author, mail_state, created_at } = message;
    try {
      return { id, author, mail_state, created_at, text: openMessage(key, message) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error(
        { code: 'support_request_damaged', request_id: message.request_id },
        'a message of a support request could not be decrypted',
      );
      return { id, author, mail_state, created_at, text: '' };
    }
  });
}

type SealedField = 'name' | 'subject' | 'message';
export type RequestTexts = Record<SealedField, string>;

export function sealRequestTexts(key: OwnerKey, id: string, input: SupportInput): RequestTexts {
  return eachText((field) => key.seal(id, field, input[field]));
}

/** Throws `SealBroken` if damaged. */
export function openRequestTexts(key: OwnerKey, request: SupportRequest): RequestTexts {
  return eachText((field) => key.open(request.id, field, request[field]));
}

/** A damaged request is returned without texts. */
export function openTextsOrEmpty(
  { log }: Context,
  key: OwnerKey,
  request: SupportRequest,
): RequestTexts {
  try {
    return openRequestTexts(key, request);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'support_request_damaged', request_id: request.id },
      'a support request could not be decrypted',
    );
    return { name: '', subject: '', message: '' };
  }
}

/** Damaged texts are empty. */
export function openRequestView(
  ctx: Context,
  key: OwnerKey,
  request: SupportRequest,
  messages: readonly SupportMessage[],
): SupportRequestView {
  const texts = openTextsOrEmpty(ctx, key, request);
  return toRequestView(request, texts, openMessages(ctx, key, messages));
}

export function toRequestView(
  request: SupportRequest,
  { subject, message }: Pick<RequestTexts, 'subject' | 'message'>,
  messages: readonly OpenedMessage[],
): SupportRequestView {
  const { id, reference, category, user_email, status } = request;
  const { created_at, answer_by, answered_at } = request;
  return {
    id,
    reference,
    category,
    user_email,
    status,
    subject,
    message,
    created_at,
    answer_by,
    answered_at,
    messages: messages.map(({ mail_state: _, ...view }) => view),
  };
}

function eachText(make: (field: SealedField) => string): RequestTexts {
  return { name: make('name'), subject: make('subject'), message: make('message') };
}
