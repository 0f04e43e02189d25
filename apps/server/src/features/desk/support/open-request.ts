import type { SupportInput, SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { SealBroken } from '../../../platform/encryption/sealed-text.ts';
import type { OpenedMessage } from './open-messages.ts';
import type { SupportRequest } from './support-repository.ts';

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
export function openListed(
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

export function requestViewOf(
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
