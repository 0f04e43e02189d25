import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import type { UndeliverableReason, WithheldReason } from '@zavet/contract/protocol/protocol-values';
import { type NamedContact, type OutboxEntry, recipientsOf } from '../letters/recipient-rules.ts';

export interface PreviewedContact {
  id: string;
  email: string;
  status: ContactStatus;
}

export interface Share {
  /** As the instruction's further recipient, not as a contact. */
  is_as_recipient: boolean;
  /** Null where it would be sent immediately. */
  withheld: WithheldReason | null;
}

/** Undefined where the contact would not receive this instruction. */
export function shareOf(
  contact: PreviewedContact,
  entry: OutboxEntry,
  all: readonly PreviewedContact[],
): Share | undefined {
  const recipients = recipientsOf(entry, all.map(asNamed));
  const asContact = recipients.find(({ contact_id }) => contact_id === contact.id);
  if (asContact) {
    const isWithheld = asContact.state === 'withheld';
    return { is_as_recipient: false, withheld: isWithheld ? reasonOf(contact) : null };
  }
  const isRecipient =
    entry.recipient_email === contact.email &&
    recipients.some(({ contact_id }) => contact_id === null);
  return isRecipient ? { is_as_recipient: true, withheld: null } : undefined;
}

/** Undefined where the instruction would reach a recipient immediately. */
export function unreachedReason(
  entry: OutboxEntry,
  all: readonly PreviewedContact[],
): UndeliverableReason | undefined {
  const recipients = recipientsOf(entry, all.map(asNamed));
  if (recipients.some(({ state }) => state === 'queued')) return undefined;
  const meant = all.filter(({ id }) => entry.contact_ids.includes(id));
  if (meant.length === 0) return 'no_recipient';
  return meant.every(({ status }) => status === 'declined')
    ? 'contacts_declined'
    : 'contacts_unconfirmed';
}

/** Confirmed contacts take part in a release. */
function asNamed({ id, email, status }: PreviewedContact): NamedContact {
  return { id, email, is_activated: status === 'confirmed' || status === 'activated' };
}

function reasonOf({ status }: PreviewedContact): WithheldReason {
  return status === 'declined' ? 'declined' : 'not_agreed';
}
