import type { NamedContact, Recipient } from './delivery-rules.ts';

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
export function intoEnvelopes<Letter extends AddressedLetter>(
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
