import type { ErrorCode } from '@zavet/contract/errors';
import type { DeliveryTexts } from './texts.ts';

/** The reasons a letter cannot be shown; each has a text in the locales. */
export type Trouble = keyof DeliveryTexts['troubles'];

const troubleByCode: Partial<Record<ErrorCode, Trouble>> = {
  link_invalid: 'link_invalid',
  link_expired: 'link_expired',
  link_closed: 'link_closed',
  letter_recalled: 'letter_recalled',
  delivery_session_missing: 'session_ended',
  // Codes of the owner's preview.
  session_missing: 'session_ended',
  session_expired: 'session_ended',
  contact_not_found: 'link_invalid',
  too_many_requests: 'too_many_requests',
  content_unreadable: 'unreadable',
  // A malformed token or path.
  invalid_input: 'link_invalid',
  not_found: 'link_invalid',
};

/** Maps an error code to a reason. Unknown codes count as server errors. */
export function troubleOf(code: unknown): Trouble {
  return troubleByCode[code as ErrorCode] || 'unexpected';
}

const transientTroubles: readonly Trouble[] = ['network', 'too_many_requests', 'unexpected'];

/** True if a retry may succeed. */
export function isTransient(trouble: Trouble): boolean {
  return transientTroubles.indexOf(trouble) >= 0;
}
