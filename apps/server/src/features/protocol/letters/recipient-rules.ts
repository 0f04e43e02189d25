import type { ContactStatus, InvitationMailState } from '@zavet/contract/people/contact-rules';
import type { LeftOutState, LeftReason } from '@zavet/contract/protocol/protocol-values';

/** A letter that is to leave, with whom it is for. */
export interface AddressedLetter extends Pick<Recipient, 'instruction_id' | 'contact_id'> {
  /** Of a recipient who is no contact of the instruction; `unreadable`: the seal does not open. */
  address: string | null | 'unreadable';
}

export interface FilledEnvelope<Letter> {
  /** Null for somebody who is no contact. */
  contact_id: string | null;
  letters: Letter[];
}

/**
 * One envelope per person, with all of their letters: the same contact, or the same address, also of
 * a contact who took part in the activation. Whose address cannot be read gets one alone, because
 * nobody knows who that is.
 */
export function groupIntoEnvelopes<Letter extends AddressedLetter>(
  letters: readonly Letter[],
  contacts: readonly NamedContact[],
): FilledEnvelope<Letter>[] {
  const known = new Map<string, FilledEnvelope<Letter>>();
  const envelopes: FilledEnvelope<Letter>[] = [];
  for (const letter of letters) {
    const contact_id = contactOf(letter, contacts);
    const person = contact_id ?? addressIn(letter);
    const own = person === undefined ? undefined : known.get(person);
    if (own) {
      own.letters.push(letter);
      continue;
    }
    const envelope = { contact_id, letters: [letter] };
    envelopes.push(envelope);
    if (person !== undefined) known.set(person, envelope);
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

export interface OutboxEntry {
  id: string;
  contact_ids: readonly string[];
  /** `unreadable`: there is one, but its seal does not open. */
  recipient_email: string | null | 'unreadable';
}

export interface Recipient {
  instruction_id: string;
  /** `withheld`: a contact who has not agreed is kept in mind, and gets no mail. */
  state: 'queued' | 'withheld';
  /** Null: the recipient that the instruction names besides the contacts. */
  contact_id: string | null;
}

export interface NamedContact {
  id: string;
  email: string;
  /** Took part in the activation, because it had agreed. */
  is_activated: boolean;
}

/**
 * Everyone for whom an instruction is meant, each once: its contacts, and its own recipient. Who is
 * both, and has not agreed as a contact, gets it as the recipient.
 */
export function recipientsOf(
  { id, contact_ids, recipient_email }: OutboxEntry,
  named: readonly NamedContact[],
): Recipient[] {
  const own = named.filter((contact) => contact_ids.includes(contact.id));
  const agreed = own.filter(({ is_activated }) => is_activated);
  const isSomebodyElse =
    recipient_email !== null && !agreed.some(({ email }) => email === recipient_email);
  const withheld = own.filter(
    ({ is_activated, email }) => !is_activated && email !== recipient_email,
  );
  const to = (contact_id: string | null, state: Recipient['state']): Recipient => ({
    instruction_id: id,
    contact_id,
    state,
  });
  return [
    ...agreed.map((contact) => to(contact.id, 'queued')),
    ...(isSomebodyElse ? [to(null, 'queued')] : []),
    ...withheld.map((contact) => to(contact.id, 'withheld')),
  ];
}

/** A contact for whom letters are withheld, with the latest invitation. */
export interface LeftOutContact {
  status: ContactStatus;
  mail_state: InvitationMailState | null;
  expires_at: Date | null;
}

export function leftOutStateOf(
  { status, mail_state, expires_at }: LeftOutContact,
  now: Date,
): LeftOutState {
  if (status === 'declined') return 'declined';
  if (expires_at === null || expires_at <= now) return 'no_answer';
  return mail_state === 'refused' ? 'not_reached' : 'asked';
}

/** An instruction in the outbox of a protocol that is active. */
export interface LeftInstruction {
  created_at: Date;
  queued_at: Date | null;
  /** Its letters, by how far they are. */
  waiting: number;
  withheld: number;
  closed: number;
}

export function leftReasonOf(
  { created_at, queued_at, waiting, withheld, closed }: LeftInstruction,
  activatedAt: Date,
): LeftReason {
  if (closed > 0 && waiting === 0) return 'taken_back';
  if (queued_at) return waiting > 0 ? 'not_taken_yet' : 'unreachable';
  if (created_at > activatedAt) return 'written_after';
  return withheld > 0 ? 'contacts_unconfirmed' : 'no_recipient';
}
