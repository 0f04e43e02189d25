import type { ErrorCode } from '@zavet/contract/errors';
import type { DeliveryTexts } from './texts.ts';

/** Why there is nothing to read; each has its words in the locales. */
export type Trouble = keyof DeliveryTexts['troubles'];

const troubles: Partial<Record<ErrorCode, Trouble>> = {
  link_invalid: 'link_invalid',
  link_expired: 'link_expired',
  link_closed: 'link_closed',
  letter_taken_back: 'letter_taken_back',
  delivery_session_missing: 'session_ended',
  // Of an owner who looks at the page beforehand.
  session_missing: 'session_ended',
  session_expired: 'session_ended',
  contact_not_found: 'link_invalid',
  too_many_requests: 'too_many_requests',
  content_unreadable: 'unreadable',
  // A token or an address that nobody could have been sent.
  invalid_input: 'link_invalid',
  not_found: 'link_invalid',
};

/** Unknown codes are errors of the server. */
export function troubleOf(code: unknown): Trouble {
  return troubles[code as ErrorCode] || 'unexpected';
}

const passing: readonly Trouble[] = ['network', 'too_many_requests', 'unexpected'];

/** Whether the same try may succeed a little later. */
export function isPassing(trouble: Trouble): boolean {
  return passing.indexOf(trouble) >= 0;
}
