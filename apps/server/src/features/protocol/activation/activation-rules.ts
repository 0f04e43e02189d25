import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { protocolTimings } from '@zavet/contract/timings';

export const activationEvents = [
  'approved',
  'rejected',
  /** An approved contact asks the other contacts to agree. */
  'agreement_asked',
  'seconded',
  /** An operator dismissed a doubt, which counts as an agreement. */
  'doubt_dismissed',
  'doubt_upheld',
  /** No answer in time: the contact continues alone. */
  'continued_alone',
  'payment_started',
  'payment_canceled',
  /**
   * The initiator cancels, a new start replaces this one, or the contact is no longer confirmed.
   */
  'given_up',
  /** No step for 90 days. */
  'stale',
  /** The payment of another contact succeeded first. */
  'overtaken',
  /** Paid, without a waiting period. */
  'paid',
  /** Paid, and the waiting period starts. */
  'paid_to_wait',
  /** Paid, but without effect, so the payment is refunded. */
  'paid_too_late',
  /** The waiting period is over, and the letters are released. */
  'waited',
  /** The letters of a waiting activation can no longer be released. */
  'cancelled',
  'vetoed',
  'mails_under_way',
  'mails_accepted',
  'mails_given_up',
  'armed_again',
] as const;
export type ActivationEvent = (typeof activationEvents)[number];

const unpaidMoves = {
  given_up: 'payment_canceled',
  overtaken: 'payment_canceled',
  vetoed: 'vetoed',
} as const;

const effectiveMoves = {
  mails_under_way: 'delivering',
  mails_accepted: 'delivered',
  mails_given_up: 'partially_delivered',
  armed_again: 'past',
} as const;

type Moves = Partial<Record<ActivationEvent, ActivationStatus>>;

const moves: Record<ActivationStatus, Moves> = {
  // The owner's veto of a request is a rejection.
  requested: { ...unpaidMoves, approved: 'approved', rejected: 'rejected', vetoed: 'rejected' },
  approved: {
    ...unpaidMoves,
    stale: 'payment_canceled',
    agreement_asked: 'agreement_pending',
    payment_started: 'payment_pending',
  },
  rejected: {},
  agreement_pending: {
    ...unpaidMoves,
    stale: 'payment_canceled',
    seconded: 'agreed',
    doubt_dismissed: 'agreed',
    doubt_upheld: 'payment_canceled',
    continued_alone: 'agreed',
  },
  agreed: {
    ...unpaidMoves,
    stale: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    payment_started: 'payment_pending',
  },
  payment_pending: {
    ...unpaidMoves,
    payment_canceled: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    paid: 'activated',
    paid_to_wait: 'waiting',
    paid_too_late: 'refunded',
  },
  // A payment may still succeed after its cancellation; it is then refunded.
  payment_canceled: { paid: 'refunded', paid_to_wait: 'refunded', paid_too_late: 'refunded' },
  waiting: {
    waited: 'activated',
    vetoed: 'vetoed',
    given_up: 'refunded',
    cancelled: 'refunded',
    doubt_upheld: 'refunded',
  },
  // A later payment is refunded without a change of status.
  vetoed: {},
  activated: effectiveMoves,
  delivering: effectiveMoves,
  partially_delivered: effectiveMoves,
  delivered: effectiveMoves,
  past: {},
  refunded: {},
};

/**
 * The status after an event; undefined if the event changes nothing or is not allowed. A database
 * trigger repeats this table and refuses every other move.
 */
export function nextActivationStatus(
  status: ActivationStatus,
  event: ActivationEvent,
): ActivationStatus | undefined {
  const next = moves[status][event];
  return next === status ? undefined : next;
}

export function deliveryEventOf(deliveries: {
  waiting: number;
  unreachable: number;
  withheld: number;
}): ActivationEvent {
  if (deliveries.waiting > 0) return 'mails_under_way';
  const missed = deliveries.unreachable + deliveries.withheld;
  return missed > 0 ? 'mails_given_up' : 'mails_accepted';
}

/** Status of a contact, and the accounts to compare: the bound one and the initiator's. */
export interface ContactState {
  contact_status: ContactStatus | null;
  /** Blocked by a veto that has not been settled. */
  is_vetoed: boolean;
  bound_user_id: string | null;
  initiator_id: string | null;
}

/**
 * True if the contact is confirmed and bound to the initiator's account; a matching address is not
 * enough.
 */
export function isConfirmedContact(contactState: ContactState | undefined): boolean {
  return contactState?.contact_status === 'confirmed' && isBound(contactState);
}

export function mayActivate(contactState: ContactState | undefined): boolean {
  return isConfirmedContact(contactState) && contactState?.is_vetoed === false;
}

/** True for a contact who took part in a release and may know about it. */
export function hasTakenPart(contactState: ContactState | undefined): boolean {
  return contactState?.contact_status === 'activated' && isBound(contactState);
}

function isBound({ bound_user_id, initiator_id }: ContactState): boolean {
  return bound_user_id !== null && bound_user_id === initiator_id;
}

interface PaidActivation {
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
}

export interface PaymentCircumstances {
  contactState: ContactState | undefined;
  /** Another activation of this owner is in its waiting period or in effect. */
  isActive: boolean;
  hasSomethingToDeliver: boolean;
}

/** The reason to refund a payment; undefined if the payment takes effect. */
export function reasonToRefund(
  { status, end_reason }: PaidActivation,
  { contactState, isActive, hasSomethingToDeliver }: PaymentCircumstances,
): ActivationEnd | undefined {
  if (status === 'vetoed') return 'vetoed';
  if (status === 'payment_canceled') return end_reason ?? 'given_up';
  if (isActive && (mayActivate(contactState) || hasTakenPart(contactState))) return 'overtaken';
  if (!mayActivate(contactState)) return 'contact_removed';
  return hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}

/** The refund reason shown to the payer; null for ends that cause no refund. */
export function refundReasonOf(end: ActivationEnd | null): RefundReason | null {
  switch (end) {
    case 'canceled':
    case 'lapsed':
    case 'stale':
    case null:
      return null;
    default:
      return end;
  }
}

/** Cancellation reasons, of the provider or our own, for payments that were never made. */
const unpaidEnds = ['expired_on_confirmation', 'expired_on_capture', 'never_created', 'vanished'];

export function endReasonOfCancellation(reason: string | null): ActivationEnd {
  return reason !== null && unpaidEnds.includes(reason) ? 'lapsed' : 'canceled';
}

/** Payments started before this moment are no longer shown as pending to owner and contacts. */
export function pendingPaymentsSince(now: Date): Date {
  return new Date(now.getTime() - protocolTimings.payment);
}
