import { limits } from '@zavet/contract/limits';
import type { ContactStatus, ShownContactStatus } from '@zavet/contract/people/contact-rules';

export type ContactEvent =
  /** The owner has an invitation mailed. */
  | 'invited'
  /** The owner enters the right code. */
  | 'code_confirmed'
  /** The same, while the owner's protocol is active. */
  | 'code_confirmed_late'
  /** The invited person agrees by the link. */
  | 'accepted'
  /** The same, while the owner's protocol is active. */
  | 'accepted_late'
  /** The invited person refuses by the link. */
  | 'declined'
  /** The owner changes what says nothing about who answered: anything but the e-mail. */
  | 'details_changed'
  | 'email_changed'
  | 'removed'
  /** The person deleted the account that the contact was bound to. */
  | 'account_deleted'
  /** Somebody's activation of the owner's protocol takes effect. */
  | 'protocol_activated'
  /** The owner, who lives, keeps the protocol ready for another start. */
  | 'protocol_armed_again';

export type ContactRefusal =
  | 'already_confirmed'
  | 'contact_activated'
  | 'contact_declined'
  | 'contact_not_confirmed';

/** The status after an event, or the error code of what is not allowed. */
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
    case 'protocol_armed_again':
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
    // The owner may know the code. Somebody who said no is only confirmed by saying yes to a new one.
    case 'declined':
      return { refusal: 'contact_declined' };
    case 'confirmed':
    case 'activated':
      return { refusal: 'already_confirmed' };
  }
}

/** Who took part in an activation did so; the others must agree again. */
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

/** The status that the owner is shown. An invitation ends with the account that answered it. */
export function shownStatus(status: ContactStatus, isInvited: boolean): ShownContactStatus {
  return status === 'pending' && !isInvited ? 'uninvited' : status;
}

/** How often the code of an invitation may still be tried, after so many tries. */
export function triesLeft(tries: number): number {
  return Math.max(0, limits.confirmationCodeTries - tries);
}
