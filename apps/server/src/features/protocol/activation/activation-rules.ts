import type { ContactStatus } from '@zavet/contract/contacts/contact-values';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';

export type ActivationEvent =
  | 'approved'
  | 'rejected'
  | 'payment_begun'
  | 'payment_canceled'
  /** The contact may no longer activate, and another one begins. */
  | 'superseded'
  /** The money is there, and whoever paid may still activate. */
  | 'paid'
  /** The money is there, and whoever paid may not activate any more. */
  | 'paid_in_vain'
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
      return event === 'paid' || event === 'paid_in_vain' ? 'refunded' : undefined;
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
    case 'paid_in_vain':
      return 'refunded';
    case 'payment_canceled':
    case 'superseded':
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
export function mailsEvent(deliveries: { waiting: number; unreachable: number }): ActivationEvent {
  if (deliveries.waiting > 0) return 'mails_under_way';
  return deliveries.unreachable > 0 ? 'mails_given_up' : 'mails_accepted';
}

/** Who stands where at this moment. */
export interface Standing {
  contact_status: ContactStatus | null;
  contact_email: string | null;
  initiator_email: string | null;
  is_initiator_verified: boolean | null;
}

/** A signed-in person whose verified address is that of a confirmed contact, and nobody else. */
export function mayActivate(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'confirmed' && isThemself(standing);
}

/** The same person after an activation: may know that there was one. */
export function hasTakenPart(standing: Standing | undefined): boolean {
  return standing?.contact_status === 'activated' && isThemself(standing);
}

function isThemself({ contact_email, initiator_email, is_initiator_verified }: Standing): boolean {
  return (
    is_initiator_verified === true && contact_email !== null && contact_email === initiator_email
  );
}
