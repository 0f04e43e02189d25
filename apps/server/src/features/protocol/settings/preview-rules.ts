import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { UndeliverableReason, WithheldReason } from '@zavet/contract/protocol/protocol-values';
import { type NamedContact, type OutboxEntry, recipientsOf } from '../letters/recipient-rules.ts';

export interface PreviewedContact {
  id: string;
  email: string;
  status: ContactStatus;
}

export interface PreviewedDelivery {
  /**
   * True if the contact gets the letter only because the further recipient has the same address.
   */
  is_further_recipient: boolean;
  /** Null if the letter would be sent immediately. */
  withheld: WithheldReason | null;
}

/**
 * The letter of this instruction to the contact; undefined if the contact would not receive one.
 */
export function deliveryTo(
  contact: PreviewedContact,
  entry: OutboxEntry,
  all: readonly PreviewedContact[],
): PreviewedDelivery | undefined {
  const recipients = recipientsOf(entry, all.map(toNamedContact));
  const asContact = recipients.find(({ contact_id }) => contact_id === contact.id);
  if (asContact) {
    const isWithheld = asContact.state === 'withheld';
    return { is_further_recipient: false, withheld: isWithheld ? withheldReasonOf(contact) : null };
  }
  const isRecipient =
    entry.recipient_email === contact.email &&
    recipients.some(({ contact_id }) => contact_id === null);
  return isRecipient ? { is_further_recipient: true, withheld: null } : undefined;
}

/**
 * The reason why no letter of this instruction would be sent; undefined if at least one would be.
 */
export function undeliverableReason(
  entry: OutboxEntry,
  all: readonly PreviewedContact[],
): UndeliverableReason | undefined {
  const recipients = recipientsOf(entry, all.map(toNamedContact));
  if (recipients.some(({ state }) => state === 'queued')) return undefined;
  const namedContacts = all.filter(({ id }) => entry.contact_ids.includes(id));
  if (namedContacts.length === 0) return 'no_recipient';
  return namedContacts.every(({ status }) => status === 'declined')
    ? 'contacts_declined'
    : 'contacts_unconfirmed';
}

/** The contact as in a release: confirmed contacts take part. */
function toNamedContact({ id, email, status }: PreviewedContact): NamedContact {
  return { id, email, is_activated: status === 'confirmed' || status === 'activated' };
}

function withheldReasonOf({ status }: PreviewedContact): WithheldReason {
  return status === 'declined' ? 'declined' : 'not_agreed';
}
