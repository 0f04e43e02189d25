import { limits } from '@zavet/contract/limits';
import type { ContactStatus, ShownContactStatus } from '@zavet/contract/people/contact-rules';

export type ContactEvent =
  /** The owner sends an invitation. */
  | 'invited'
  /** The owner enters the right code. */
  | 'code_confirmed'
  /** The owner enters the right code while the protocol is active. */
  | 'code_confirmed_late'
  /** The contact accepts by link. */
  | 'accepted'
  /** The contact accepts by link while the owner's protocol is active. */
  | 'accepted_late'
  /** The contact declines by link. */
  | 'declined'
  /** The owner changes anything but the e-mail. */
  | 'details_changed'
  | 'email_changed'
  | 'removed'
  /** The bound account is deleted. */
  | 'account_deleted'
  /** The owner's protocol is released. */
  | 'protocol_activated'
  /** The owner re-arms the protocol after a release. */
  | 'protocol_rearmed';

export type ContactRefusal =
  | 'already_confirmed'
  | 'contact_activated'
  | 'contact_declined'
  | 'contact_not_confirmed';

/** The status after an event, or the error code of a refusal. */
export type ContactTransition = { next: ContactStatus | 'removed' } | { refusal: ContactRefusal };

export function nextContactStatus(status: ContactStatus, event: ContactEvent): ContactTransition {
  switch (event) {
    case 'invited':
      return whenInvited(status);
    case 'code_confirmed':
      return whenCodeConfirmed(status, 'confirmed');
    case 'code_confirmed_late':
      return whenCodeConfirmed(status, 'activated');
    case 'accepted':
      return { next: status === 'activated' ? 'activated' : 'confirmed' };
    case 'accepted_late':
      return { next: 'activated' };
    case 'declined':
      return unlessActivated(status, 'declined');
    case 'details_changed':
      return unlessActivated(status, status);
    case 'email_changed':
      return unlessActivated(status, 'pending');
    case 'removed':
      return unlessActivated(status, 'removed');
    case 'account_deleted':
      return whenAccountDeleted(status);
    case 'protocol_activated':
      return whenProtocolActivated(status);
    case 'protocol_rearmed':
      return { next: status === 'activated' ? 'confirmed' : status };
  }
}

function whenInvited(status: ContactStatus): ContactTransition {
  switch (status) {
    case 'pending':
    case 'declined':
      return { next: 'pending' };
    case 'confirmed':
      return { refusal: 'already_confirmed' };
    case 'activated':
      return { refusal: 'contact_activated' };
  }
}

function whenCodeConfirmed(
  status: ContactStatus,
  next: 'confirmed' | 'activated',
): ContactTransition {
  switch (status) {
    case 'pending':
      return { next };
    // The owner may still know the old code, so confirming requires a new invitation.
    case 'declined':
      return { refusal: 'contact_declined' };
    case 'confirmed':
    case 'activated':
      return { refusal: 'already_confirmed' };
  }
}

/** Activated contacts stay activated; confirmed contacts must accept again. */
function whenAccountDeleted(status: ContactStatus): ContactTransition {
  switch (status) {
    case 'confirmed':
      return { next: 'pending' };
    case 'activated':
      return { next: 'activated' };
    case 'pending':
    case 'declined':
      return { refusal: 'contact_not_confirmed' };
  }
}

function whenProtocolActivated(status: ContactStatus): ContactTransition {
  switch (status) {
    case 'confirmed':
      return { next: 'activated' };
    case 'activated':
      return { refusal: 'contact_activated' };
    case 'pending':
    case 'declined':
      return { refusal: 'contact_not_confirmed' };
  }
}

function unlessActivated(
  status: ContactStatus,
  next: ContactStatus | 'removed',
): ContactTransition {
  return status === 'activated' ? { refusal: 'contact_activated' } : { next };
}

/** The status shown to the owner. Pending contacts without an invitation are `uninvited`. */
export function shownStatus(status: ContactStatus, isInvited: boolean): ShownContactStatus {
  return status === 'pending' && !isInvited ? 'uninvited' : status;
}

/** Remaining tries of a code. */
export function triesLeft(tries: number): number {
  return Math.max(0, limits.confirmationCodeTries - tries);
}
