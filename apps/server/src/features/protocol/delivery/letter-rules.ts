import type { LetterRow } from '@zavet/contract/operators/letter-endpoints';
import { isCorrectable } from './delivery-rules.ts';

type Correctable = Parameters<typeof isCorrectable>[0];

/** Who activated: empty fields are what is gone. */
export interface Activator {
  initiator_user_id: string | null;
  trusted_contact_id: string | null;
}

/** Nobody is left whom the owner trusted with this: an operator stands in. */
export function isActivatorGone({ initiator_user_id, trusted_contact_id }: Activator): boolean {
  return initiator_user_id === null || trusted_contact_id === null;
}

export function correctorOf(
  delivery: Correctable,
  activator: Activator,
): LetterRow['corrected_by'] {
  if (!isCorrectable(delivery)) return 'nobody';
  return isActivatorGone(activator) ? 'operator' : 'activator';
}

/** A mail server has said no, and nobody has ended the letter since. */
export function isRefused({ state, last_refusal }: Pick<Correctable, 'state' | 'last_refusal'>) {
  return (state === 'queued' || state === 'unreachable') && last_refusal !== null;
}

/** The figures at the beginning of a mail server's reply; its words may name an address. */
export function smtpCodeOf(reply: string): string | null {
  const [, basic, extended] =
    /^([2-5]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3}))?(?!\S)/.exec(reply) ?? [];
  // A report that came later may have only the second kind.
  if (!basic) return /^[245]\.\d{1,3}\.\d{1,3}(?!\S)/.exec(reply)?.[0] ?? null;
  return extended ? `${basic} ${extended}` : basic;
}
