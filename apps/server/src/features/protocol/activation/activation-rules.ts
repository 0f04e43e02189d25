import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { protocolTimings } from '@zavet/contract/timings';

/** Who stands where at this moment. */
export interface Standing {
  contact_status: ContactStatus | null;
  /** The owner stopped a start of this contact, and nobody has settled that since. */
  is_stopped: boolean;
  /** The account of the person who is the contact. */
  bound_user_id: string | null;
  initiator_id: string | null;
}

/** The signed-in person who is a confirmed contact, and nobody else, whatever address they have. */
export function isConfirmedContact(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'confirmed' && isSamePerson(standing);
}

/** Such a person, unless the owner stopped a start of theirs. */
export function mayActivate(standing: Standing | undefined): boolean {
  return isConfirmedContact(standing) && standing?.is_stopped === false;
}

/** The same person after an activation: may know that there was one. */
export function hasTakenPart(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'activated' && isSamePerson(standing);
}

interface Paid {
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
}

/** What a payment that succeeds finds. */
export interface Found {
  standing: Standing | undefined;
  /** Another activation of this owner waits or is in effect. */
  isActive: boolean;
  hasSomethingToDeliver: boolean;
}

/** Why a payment that succeeded cannot take effect; undefined when it does. */
export function reasonToRefund(
  { status, end_reason }: Paid,
  { standing, isActive, hasSomethingToDeliver }: Found,
): ActivationEnd | undefined {
  if (status === 'vetoed') return 'vetoed';
  if (status === 'payment_canceled') return end_reason ?? 'given_up';
  if (isActive && (mayActivate(standing) || hasTakenPart(standing))) return 'another_was_faster';
  if (!mayActivate(standing)) return 'contact_removed';
  return hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}

/** What a payer is told of an end, where it is a reason to give money back. */
export function refundReasonOf(end: ActivationEnd | null): RefundReason | null {
  switch (end) {
    case 'canceled':
    case 'lapsed':
    case 'left_open':
    case null:
      return null;
    default:
      return end;
  }
}

/** What the provider, or we in its place, say of payments that nobody came to pay. */
const unpaid = ['expired_on_confirmation', 'expired_on_capture', 'never_created', 'vanished'];

export function endOfCancellation(reason: string | null): ActivationEnd {
  return reason !== null && unpaid.includes(reason) ? 'lapsed' : 'canceled';
}

/**
 * From when on an activation that is begun still counts as being paid: a payer who leaves it at that
 * is soon not worth a word to the others.
 */
export function pendingPaymentsSince(now: Date): Date {
  return new Date(now.getTime() - protocolTimings.payment);
}

function isSamePerson({ bound_user_id, initiator_id }: Standing): boolean {
  return bound_user_id !== null && bound_user_id === initiator_id;
}
