import type { ContactStatus, InvitationMailState } from '@zavet/contract/people/contact-rules';
import type {
  UndeliveredReason,
  WithheldContactState,
} from '@zavet/contract/protocol/protocol-values';

export interface OutboxEntry {
  id: string;
  contact_ids: readonly string[];
  /** Address of a further recipient; `unreadable` if it cannot be decrypted. */
  recipient_email: string | null | 'unreadable';
}

export interface Recipient {
  instruction_id: string;
  /** Letters to unconfirmed contacts are `withheld`. */
  state: 'queued' | 'withheld';
  /** Null for the further recipient of the instruction. */
  contact_id: string | null;
}

export interface NamedContact {
  id: string;
  email: string;
  /** True if the contact was confirmed at the release. */
  is_activated: boolean;
}

/**
 * The recipients of an instruction, each once. An unconfirmed contact who is also its further recipient
 * gets the letter as a further recipient.
 */
export function recipientsOf(
  { id, contact_ids, recipient_email }: OutboxEntry,
  contacts: readonly NamedContact[],
): Recipient[] {
  const named = contacts.filter((contact) => contact_ids.includes(contact.id));
  const activated = named.filter(({ is_activated }) => is_activated);
  const withheld = named.filter(
    ({ is_activated, email }) => !is_activated && email !== recipient_email,
  );
  const hasFurtherRecipient =
    recipient_email !== null && !activated.some(({ email }) => email === recipient_email);
  const to = (contact_id: string | null, state: Recipient['state']): Recipient => ({
    instruction_id: id,
    contact_id,
    state,
  });
  return [
    ...activated.map((contact) => to(contact.id, 'queued')),
    ...(hasFurtherRecipient ? [to(null, 'queued')] : []),
    ...withheld.map((contact) => to(contact.id, 'withheld')),
  ];
}

export interface AddressedLetter extends Pick<Recipient, 'instruction_id' | 'contact_id'> {
  address: OutboxEntry['recipient_email'];
}

interface FilledEnvelope<Letter> {
  /** Null for a recipient who is no contact. */
  contact_id: string | null;
  letters: Letter[];
}

/**
 * One envelope per person, identified by contact or address. A letter with an unreadable address gets
 * an envelope of its own.
 */
export function groupIntoEnvelopes<Letter extends AddressedLetter>(
  letters: readonly Letter[],
  contacts: readonly NamedContact[],
): FilledEnvelope<Letter>[] {
  const byPerson = new Map<string, FilledEnvelope<Letter>>();
  const envelopes: FilledEnvelope<Letter>[] = [];
  for (const letter of letters) {
    const contact_id = contactOf(letter, contacts);
    const person = contact_id ?? addressIn(letter);
    const known = person === undefined ? undefined : byPerson.get(person);
    if (known) {
      known.letters.push(letter);
      continue;
    }
    const envelope = { contact_id, letters: [letter] };
    envelopes.push(envelope);
    if (person !== undefined) byPerson.set(person, envelope);
  }
  return envelopes;
}

function contactOf(letter: AddressedLetter, contacts: readonly NamedContact[]): string | null {
  if (letter.contact_id !== null) return letter.contact_id;
  const address = addressIn(letter);
  const same = contacts.find(({ email, is_activated }) => is_activated && email === address);
  return same?.id ?? null;
}

function addressIn({ address }: AddressedLetter): string | undefined {
  return address === null || address === 'unreadable' ? undefined : address;
}

/** A contact with withheld letters, and the latest invitation. */
export interface WithheldContact {
  status: ContactStatus;
  mail_state: InvitationMailState | null;
  expires_at: Date | null;
}

export function withheldStateOf(
  { status, mail_state, expires_at }: WithheldContact,
  now: Date,
): WithheldContactState {
  if (status === 'declined') return 'declined';
  if (expires_at === null || expires_at <= now) return 'no_answer';
  return mail_state === 'refused' ? 'not_reached' : 'asked';
}

/** An instruction that stayed in the outbox after a release, with counts of its letters. */
export interface UndeliveredInstruction {
  created_at: Date;
  queued_at: Date | null;
  waiting: number;
  withheld: number;
  closed: number;
}

export function undeliveredReasonOf(
  { created_at, queued_at, waiting, withheld, closed }: UndeliveredInstruction,
  activatedAt: Date,
): UndeliveredReason {
  if (closed > 0 && waiting === 0) return 'recalled';
  if (queued_at) return waiting > 0 ? 'not_accepted_yet' : 'unreachable';
  if (created_at > activatedAt) return 'written_after';
  return withheld > 0 ? 'contacts_unconfirmed' : 'no_recipient';
}
