import type { ContactStatus } from '@zavet/contract/contacts/contact-values';
import { limits } from '@zavet/contract/limits';

export type ContactEvent =
  /** The owner has an invitation mailed. */
  | 'invited'
  /** The owner enters the right code. */
  | 'code_confirmed'
  /** The invited person agrees by the link. */
  | 'accepted'
  /** The invited person refuses by the link. */
  | 'declined'
  /** The owner changes what says nothing about who answered: anything but the e-mail. */
  | 'details_changed'
  | 'email_changed'
  | 'removed'
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
export type ContactMove = { next: ContactStatus | 'removed' } | { refusal: ContactRefusal };

export function nextContactStatus(status: ContactStatus, event: ContactEvent): ContactMove {
  switch (event) {
    case 'invited':
      return whenInvited(status);
    case 'code_confirmed':
      return whenCodeConfirmed(status);
    case 'accepted':
      return { next: status === 'activated' ? 'activated' : 'confirmed' };
    case 'declined':
      return unlessActivated(status, 'declined');
    case 'details_changed':
      return unlessActivated(status, status);
    case 'email_changed':
      return unlessActivated(status, 'pending');
    case 'removed':
      return unlessActivated(status, 'removed');
    case 'protocol_activated':
      return whenProtocolActivated(status);
    case 'protocol_armed_again':
      return { next: status === 'activated' ? 'confirmed' : status };
  }
}

function whenInvited(status: ContactStatus): ContactMove {
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

function whenCodeConfirmed(status: ContactStatus): ContactMove {
  switch (status) {
    case 'pending':
      return { next: 'confirmed' };
    // The owner may know the code. Somebody who said no is only confirmed by saying yes to a new one.
    case 'declined':
      return { refusal: 'contact_declined' };
    case 'confirmed':
    case 'activated':
      return { refusal: 'already_confirmed' };
  }
}

function whenProtocolActivated(status: ContactStatus): ContactMove {
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

function unlessActivated(status: ContactStatus, next: ContactStatus | 'removed'): ContactMove {
  return status === 'activated' ? { refusal: 'contact_activated' } : { next };
}

/** How often the code of an invitation may still be tried, after so many tries. */
export function triesLeft(tries: number): number {
  return Math.max(0, limits.confirmationCodeTries - tries);
}
