import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';

export type ContactAction = 'fetch' | 'save' | 'delete' | 'email' | 'confirm';

/** A key below `errors` in the texts of the contacts. */
export type ContactErrorKey =
  | 'fetchError'
  | 'saveError'
  | 'deleteError'
  | 'emailError'
  | 'confirmError'
  | 'contactNotFoundInDb'
  | 'maxContactsLimit'
  | 'codeInvalid'
  | 'codeExpired'
  | 'codeTriesExhausted'
  | 'alreadyConfirmed'
  | 'connectionError'
  | 'networkError'
  | 'emailServiceUnavailable';

const keyOfAction: Record<ContactAction, ContactErrorKey> = {
  fetch: 'fetchError',
  save: 'saveError',
  delete: 'deleteError',
  email: 'emailError',
  confirm: 'confirmError',
};

const keyOfCode: Partial<Record<ErrorCode, ContactErrorKey>> = {
  contact_not_found: 'contactNotFoundInDb',
  contact_limit_reached: 'maxContactsLimit',
  invalid_code: 'codeInvalid',
  code_expired: 'codeExpired',
  code_tries_exhausted: 'codeTriesExhausted',
  already_confirmed: 'alreadyConfirmed',
};

const unavailableStatuses = [502, 503, 504];

/** The words that fit a failure; none where the general ones of its code say it best. */
export function contactErrorKey(
  error: unknown,
  action: ContactAction,
): ContactErrorKey | undefined {
  if (error instanceof ApiError) return keyOfAnswer(error, action);
  if (error instanceof TypeError) return 'connectionError';
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'networkError';
  return keyOfAction[action];
}

function keyOfAnswer(error: ApiError, action: ContactAction): ContactErrorKey | undefined {
  const known = keyOfCode[error.code];
  if (known) return known;
  // Without a code of ours it is what stands before the server that answered.
  if (error.code !== 'internal_error') return undefined;
  const isUnavailable = unavailableStatuses.includes(error.status);
  return action === 'email' && isUnavailable ? 'emailServiceUnavailable' : keyOfAction[action];
}

/** How often a code may be tried again, where a refusal says so. */
export function triesLeftAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'code_tries_exhausted') return 0;
  const { tries_left } = error.facts;
  return typeof tries_left === 'number' ? tries_left : undefined;
}
