import type { ContactStatus } from '@zavet/contract/contacts/contact-values';
import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { protocolTimings } from '@zavet/contract/timings';

export type ActivationEvent =
  | 'approved'
  | 'rejected'
  | 'payment_begun'
  | 'payment_canceled'
  /** The payer took the payment back. */
  | 'given_up'
  /** The payment of another contact took effect. */
  | 'overtaken'
  /** The money is there, and nothing stands against it. */
  | 'paid'
  /** The money is there, and it cannot take effect any more. */
  | 'paid_too_late'
  | 'mails_under_way'
  | 'mails_accepted'
  | 'mails_given_up';

/** The status after an event; undefined where the event changes nothing or is not allowed. */
export function nextActivationStatus(
  status: ActivationStatus,
  event: ActivationEvent,
): ActivationStatus | undefined {
  switch (status) {
    case 'requested':
      if (event === 'approved') return 'approved';
      return event === 'rejected' ? 'rejected' : undefined;
    case 'approved':
      return event === 'payment_begun' ? 'payment_pending' : undefined;
    case 'payment_pending':
      return afterPending(event);
    case 'payment_canceled':
      // The provider had it after all: what nobody waits for any more goes back.
      return event === 'paid' || event === 'paid_too_late' ? 'refunded' : undefined;
    case 'activated':
    case 'delivering':
    case 'partially_delivered':
    case 'delivered':
      return afterMails(status, event);
    case 'rejected':
    case 'refunded':
      return undefined;
  }
}

function afterPending(event: ActivationEvent): ActivationStatus | undefined {
  switch (event) {
    case 'paid':
      return 'activated';
    case 'paid_too_late':
      return 'refunded';
    case 'payment_canceled':
    case 'given_up':
    case 'overtaken':
      return 'payment_canceled';
    default:
      return undefined;
  }
}

function afterMails(
  status: ActivationStatus,
  event: ActivationEvent,
): ActivationStatus | undefined {
  const next = statusOfMails[event];
  return next === status ? undefined : next;
}

const statusOfMails: Partial<Record<ActivationEvent, ActivationStatus>> = {
  mails_under_way: 'delivering',
  mails_accepted: 'delivered',
  mails_given_up: 'partially_delivered',
};

/** How the mails of an activation stand, as an event of it. */
export function mailsEvent(deliveries: {
  waiting: number;
  unreachable: number;
  withheld: number;
}): ActivationEvent {
  if (deliveries.waiting > 0) return 'mails_under_way';
  const missed = deliveries.unreachable + deliveries.withheld;
  return missed > 0 ? 'mails_given_up' : 'mails_accepted';
}

/** Who stands where at this moment. */
export interface Standing {
  contact_status: ContactStatus | null;
  /** The account of the person who is the contact. */
  bound_user_id: string | null;
  initiator_id: string | null;
}

/** The signed-in person who is a confirmed contact, and nobody else, whatever address they have. */
export function mayActivate(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'confirmed' && isThemself(standing);
}

/** The same person after an activation: may know that there was one. */
export function hasTakenPart(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'activated' && isThemself(standing);
}

interface Paid {
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
}

/** What a payment that succeeds finds. */
export interface Found {
  standing: Standing | undefined;
  /** Another activation of this owner is in effect. */
  isActive: boolean;
  hasSomethingToDeliver: boolean;
}

/** Why a payment that succeeded cannot take effect; undefined when it does. */
export function reasonNotToTakeEffect(
  { status, end_reason }: Paid,
  { standing, isActive, hasSomethingToDeliver }: Found,
): ActivationEnd | undefined {
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
export function paidSince(now: Date): Date {
  return new Date(now.getTime() - protocolTimings.payment);
}

function isThemself({ bound_user_id, initiator_id }: Standing): boolean {
  return bound_user_id !== null && bound_user_id === initiator_id;
}
