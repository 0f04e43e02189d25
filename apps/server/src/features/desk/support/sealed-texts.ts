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

/** Throws when it does not open. */
export function openMessage(key: OwnerKey, { id, text }: Pick<SupportMessage, 'id' | 'text'>) {
  return key.open(id, 'text', text);
}

/** One that is damaged is shown without its text, and does not hide the others. */
export function openMessages(
  { log }: Pick<Context, 'log'>,
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
        'a message of a support request does not open',
      );
      return { ...message, text: '' };
    }
  });
}

type SealedField = 'name' | 'subject' | 'message';
export type RequestTexts = Record<SealedField, string>;

export function sealTexts(key: OwnerKey, id: string, input: SupportInput): RequestTexts {
  return eachText((field) => key.seal(id, field, input[field]));
}

/** Throws when one of them does not open. */
export function openTexts(key: OwnerKey, request: SupportRequest): RequestTexts {
  return eachText((field) => key.open(request.id, field, request[field]));
}

/** One that is damaged is shown without its texts, and does not hide the others. */
export function openTextsOrEmpty(
  { log }: Pick<Context, 'log'>,
  key: OwnerKey,
  request: SupportRequest,
): RequestTexts {
  try {
    return openTexts(key, request);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    log.error(
      { code: 'support_request_damaged', request_id: request.id },
      'a support request does not open',
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
