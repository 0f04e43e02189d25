import type { SupportInput, SupportRequestView } from '@zavet/contract/support/support-endpoints';
import type { OwnerKey } from '../../platform/encryption/owner-key.ts';
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

export function requestViewOf(
  { id, reference, category, user_email, status, ...request }: SupportRequest,
  { subject, message }: Pick<RequestTexts, 'subject' | 'message'>,
): SupportRequestView {
  return {
    ...{ id, reference, category, user_email, status, subject, message },
    created_at: request.created_at.toISOString(),
    answer_by: request.answer_by.toISOString(),
    answered_at: request.answered_at?.toISOString() ?? null,
  };
}

function eachText(make: (field: SealedField) => string): RequestTexts {
  return { name: make('name'), subject: make('subject'), message: make('message') };
}
