import type { Recipient } from './delivery-rules.ts';

/** A letter that is to leave, with whom it is for. */
export interface AddressedLetter extends Pick<Recipient, 'instruction_id' | 'contact_id'> {
  /** Of a recipient who is no contact; `unreadable`: the seal does not open. */
  address: string | null | 'unreadable';
}

/**
 * One envelope per person, with all of their letters: the same contact, or without a contact the
 * same address. Whose address cannot be read gets one alone, because nobody knows who that is.
 */
export function intoEnvelopes<Letter extends AddressedLetter>(
  letters: readonly Letter[],
): Letter[][] {
  const known = new Map<string, Letter[]>();
  const envelopes: Letter[][] = [];
  for (const letter of letters) {
    const person = personOf(letter);
    const own = person === undefined ? undefined : known.get(person);
    if (own) {
      own.push(letter);
      continue;
    }
    const envelope = [letter];
    envelopes.push(envelope);
    if (person !== undefined) known.set(person, envelope);
  }
  return envelopes;
}

function personOf({ contact_id, address }: AddressedLetter): string | undefined {
  if (contact_id !== null) return `contact ${contact_id}`;
  return address === null || address === 'unreadable' ? undefined : `address ${address}`;
}
