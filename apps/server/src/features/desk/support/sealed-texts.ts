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
    try {
      return { ...message, text: openMessage(key, message) };
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      log.error(
        { code: 'support_request_damaged', request_id: message.request_id },
        'a message of a support request could not be decrypted',
      );
      return { ...message, text: '' };
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

export function toRequestView(
  { id, reference, category, user_email, status, ...request }: SupportRequest,
  { subject, message }: Pick<RequestTexts, 'subject' | 'message'>,
  messages: readonly OpenedMessage[],
): SupportRequestView {
  return {
    ...{ id, reference, category, user_email, status, subject, message },
    created_at: request.created_at,
    answer_by: request.answer_by,
    answered_at: request.answered_at,
    messages: messages.map((one) => ({
      ...{ id: one.id, author: one.author, text: one.text },
      created_at: one.created_at,
    })),
  };
}

function eachText(make: (field: SealedField) => string): RequestTexts {
  return { name: make('name'), subject: make('subject'), message: make('message') };
}
