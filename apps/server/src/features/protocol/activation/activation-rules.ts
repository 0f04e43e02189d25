import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { protocolTimings } from '@zavet/contract/timings';

export const activationEvents = [
  /** An operator approves a request. */
  'approved',
  'rejected',
  /** An approved contact asks a second one to agree. */
  'agreement_asked',
  'seconded',
  /** An operator dismissed a doubt, which counts as an agreement. */
  'doubt_dismissed',
  /** An operator upheld a doubt: the start ends. */
  'doubt_upheld',
  /** No answer in time: the contact continues alone. */
  'gone_on_alone',
  'payment_started',
  'payment_canceled',
  /** The initiator cancels. */
  'given_up',
  /** No step for 90 days. */
  'stale',
  /** The payment of another contact succeeded first. */
  'overtaken',
  /** Paid, without a waiting period. */
  'paid',
  /** Paid, and the waiting period begins. */
  'paid_to_wait',
  /** Paid, and refunded. */
  'paid_too_late',
  /** The waiting period is over. */
  'waited',
  /** A waiting activation can no longer be released. */
  'cancelled',
  'vetoed',
  'mails_under_way',
  'mails_accepted',
  'mails_given_up',
  'armed_again',
] as const;
export type ActivationEvent = (typeof activationEvents)[number];

const unpaidEnds = {
  given_up: 'payment_canceled',
  overtaken: 'payment_canceled',
  vetoed: 'vetoed',
} as const;

const inEffect = {
  mails_under_way: 'delivering',
  mails_accepted: 'delivered',
  mails_given_up: 'partially_delivered',
  armed_again: 'past',
} as const;

type Moves = Partial<Record<ActivationEvent, ActivationStatus>>;

const moves: Record<ActivationStatus, Moves> = {
  // The owner's veto of a request is a rejection.
  requested: { ...unpaidEnds, approved: 'approved', rejected: 'rejected', vetoed: 'rejected' },
  approved: {
    ...unpaidEnds,
    stale: 'payment_canceled',
    agreement_asked: 'agreement_pending',
    payment_started: 'payment_pending',
  },
  rejected: {},
  agreement_pending: {
    ...unpaidEnds,
    stale: 'payment_canceled',
    seconded: 'agreed',
    doubt_dismissed: 'agreed',
    doubt_upheld: 'payment_canceled',
    gone_on_alone: 'agreed',
  },
  agreed: {
    ...unpaidEnds,
    stale: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    payment_started: 'payment_pending',
  },
  payment_pending: {
    ...unpaidEnds,
    payment_canceled: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    paid: 'activated',
    paid_to_wait: 'waiting',
    paid_too_late: 'refunded',
  },
  // A payment may succeed after it was canceled; it is always refunded.
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
  activated: inEffect,
  delivering: inEffect,
  partially_delivered: inEffect,
  delivered: inEffect,
  past: {},
  refunded: {},
};

/**
 * The status after an event; undefined where the event changes nothing or is not allowed. A database
 * trigger repeats this table and refuses every other move.
 */
export function nextActivationStatus(
  status: ActivationStatus,
  event: ActivationEvent,
): ActivationStatus | undefined {
  const next = moves[status][event];
  return next === status ? undefined : next;
}

/** The event that follows from the states of an activation's letters. */
export function mailsEvent(deliveries: {
  waiting: number;
  unreachable: number;
  withheld: number;
}): ActivationEvent {
  if (deliveries.waiting > 0) return 'mails_under_way';
  const missed = deliveries.unreachable + deliveries.withheld;
  return missed > 0 ? 'mails_given_up' : 'mails_accepted';
}

/** The present relation of owner, contact and initiator. */
export interface Standing {
  contact_status: ContactStatus | null;
  /** Blocked by a veto that has not been settled. */
  is_vetoed: boolean;
  bound_user_id: string | null;
  initiator_id: string | null;
}

/** The bound account decides, not the address. */
export function isConfirmedContact(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'confirmed' && isBound(standing);
}

export function mayActivate(standing: Standing | undefined): boolean {
  return isConfirmedContact(standing) && standing?.is_vetoed === false;
}

/** A contact of a release, who may learn that there was one. */
export function hasTakenPart(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'activated' && isBound(standing);
}

function isBound({ bound_user_id, initiator_id }: Standing): boolean {
  return bound_user_id !== null && bound_user_id === initiator_id;
}

interface PaidActivation {
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
}

export interface PaymentCircumstances {
  standing: Standing | undefined;
  /** Another activation of this owner waits or is in effect. */
  isActive: boolean;
  hasSomethingToDeliver: boolean;
}

/** Undefined where the payment takes effect. */
export function reasonToRefund(
  { status, end_reason }: PaidActivation,
  { standing, isActive, hasSomethingToDeliver }: PaymentCircumstances,
): ActivationEnd | undefined {
  if (status === 'vetoed') return 'vetoed';
  if (status === 'payment_canceled') return end_reason ?? 'given_up';
  if (isActive && (mayActivate(standing) || hasTakenPart(standing))) return 'overtaken';
  if (!mayActivate(standing)) return 'contact_removed';
  return hasSomethingToDeliver ? undefined : 'nothing_to_deliver';
}

/** The reason as the payer reads it; null where an end is no reason for a refund. */
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

/** Reasons of the provider, or ours in its place, for payments that were never made. */
const unpaid = ['expired_on_confirmation', 'expired_on_capture', 'never_created', 'vanished'];

export function endOfCancellation(reason: string | null): ActivationEnd {
  return reason !== null && unpaid.includes(reason) ? 'lapsed' : 'canceled';
}

/** Payments begun earlier are no longer shown to owner and contacts as pending. */
export function pendingPaymentsSince(now: Date): Date {
  return new Date(now.getTime() - protocolTimings.payment);
}
