import type { RefundReason } from '@zavet/contract/billing/payment-values';
import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { protocolTimings } from '@zavet/contract/timings';

export const activationEvents = [
  /** An operator lets the contact go on. */
  'approved',
  'rejected',
  /** Where it was approved, a second contact is asked to agree. */
  'agreement_asked',
  /** A second contact agrees. */
  'seconded',
  /** An operator dismissed the doubt of another contact, which counts as an agreement. */
  'doubt_dismissed',
  /** An operator upheld the doubt of another contact: the start ends. */
  'doubt_upheld',
  /** Nobody agreed in time, and the contact goes on alone. */
  'gone_on_alone',
  'payment_begun',
  'payment_canceled',
  /** The contact who began it takes it back. */
  'given_up',
  /** Nobody went on with it for a long time. */
  'left_open',
  /** The payment of another contact took effect, or began to wait. */
  'overtaken',
  /** The money is there, nothing stands against it, and there is no waiting time. */
  'paid',
  /** The money is there, nothing stands against it, and the owner's waiting time begins. */
  'paid_to_wait',
  /** The money is there, and it cannot take effect any more. */
  'paid_too_late',
  /** The waiting time is over, and nothing stands against it. */
  'waited',
  /** While it waits, it turns out that it cannot take effect any more. */
  'called_off',
  /** The owner stops it. */
  'vetoed',
  'mails_under_way',
  'mails_accepted',
  'mails_given_up',
  /** The owner, who lives, ends what took effect and keeps the protocol ready for another start. */
  'armed_again',
] as const;

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

const moves: Record<ActivationStatus, Moves> = {
  // The owner's answer is a rejection: there was nothing yet to stop.
  requested: { ...unpaidEnds, approved: 'approved', rejected: 'rejected', vetoed: 'rejected' },
  approved: {
    ...unpaidEnds,
    left_open: 'payment_canceled',
    agreement_asked: 'agreement_pending',
    payment_begun: 'payment_pending',
  },
  rejected: {},
  agreement_pending: {
    ...unpaidEnds,
    left_open: 'payment_canceled',
    seconded: 'agreed',
    doubt_dismissed: 'agreed',
    doubt_upheld: 'payment_canceled',
    gone_on_alone: 'agreed',
  },
  agreed: {
    ...unpaidEnds,
    left_open: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    payment_begun: 'payment_pending',
  },
  payment_pending: {
    ...unpaidEnds,
    payment_canceled: 'payment_canceled',
    doubt_upheld: 'payment_canceled',
    paid: 'activated',
    paid_to_wait: 'waiting',
    paid_too_late: 'refunded',
  },
  // The provider had it after all: what nobody waits for any more goes back.
  payment_canceled: { paid: 'refunded', paid_to_wait: 'refunded', paid_too_late: 'refunded' },
  waiting: {
    waited: 'activated',
    vetoed: 'vetoed',
    given_up: 'refunded',
    called_off: 'refunded',
    doubt_upheld: 'refunded',
  },
  // Money that comes afterwards goes back; it stays what it is.
  vetoed: {},
  activated: inEffect,
  delivering: inEffect,
  partially_delivered: inEffect,
  delivered: inEffect,
  past: {},
  refunded: {},
};

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

export type ActivationEvent = (typeof activationEvents)[number];

type Moves = Partial<Record<ActivationEvent, ActivationStatus>>;

/**
 * The status after an event; undefined where the event changes nothing or is not allowed. A trigger
 * of the database refuses every move that is not among these.
 */
export function nextActivationStatus(
  status: ActivationStatus,
  event: ActivationEvent,
): ActivationStatus | undefined {
  const next = moves[status][event];
  return next === status ? undefined : next;
}

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
