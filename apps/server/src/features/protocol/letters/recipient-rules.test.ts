import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressedLetter,
  groupIntoEnvelopes,
  type NamedContact,
  type OutboxEntry,
  recipientsOf,
} from './recipient-rules.ts';

const toContact = (contact_id: string, instruction_id: string): AddressedLetter => ({
  instruction_id,
  contact_id,
  address: 'named@example.org',
});
const toNamed = (address: AddressedLetter['address'], instruction_id: string): AddressedLetter => ({
  instruction_id,
  contact_id: null,
  address,
});

describe('letters that leave', () => {
  it('go into one envelope per contact, also where their instructions name somebody else', () => {
    const letters = [toContact('anna', '1'), toContact('boris', '1'), toContact('anna', '2')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: 'anna', letters: [letters[0], letters[2]] },
      { contact_id: 'boris', letters: [letters[1]] },
    ]);
  });

  it('go into one envelope per address of those who are no contacts', () => {
    const letters = [toNamed('a@x.org', '1'), toNamed('b@x.org', '2'), toNamed('a@x.org', '3')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: null, letters: [letters[0], letters[2]] },
      { contact_id: null, letters: [letters[1]] },
    ]);
  });

  it('to the address of a contact go with what that contact gets, if they took part', () => {
    const anna = { id: 'anna', email: 'a@x.org', is_activated: true };
    const silent = { id: 'silent', email: 's@x.org', is_activated: false };
    const letters = [toNamed('a@x.org', '1'), toContact('anna', '2'), toNamed('s@x.org', '3')];
    expect(groupIntoEnvelopes(letters, [silent, anna])).toEqual([
      { contact_id: 'anna', letters: [letters[0], letters[1]] },
      { contact_id: null, letters: [letters[2]] },
    ]);
  });

  it('to addresses that cannot be read stay apart, because nobody knows whose they are', () => {
    const letters = [toNamed('unreadable', '1'), toNamed('unreadable', '2')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: null, letters: [letters[0]] },
      { contact_id: null, letters: [letters[1]] },
    ]);
  });

  it('lie in exactly one envelope each, no envelope is for two people, and nobody gets two', () => {
    const contacts: NamedContact[] = ['a', 'b', 'c'].map((id) => ({
      id,
      email: `${id}@x.org`,
      is_activated: id !== 'c',
    }));
    const entry = fc.record({
      contact_ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
      recipient_email: fc.constantFrom(null, 'unreadable', 'a@x.org', 'c@x.org', 'd@x.org'),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const letters = entries.flatMap((one, index) => {
          const written: OutboxEntry = { id: `${index}`, ...one };
          return recipientsOf(written, contacts)
            .filter(({ state }) => state === 'queued')
            .map((recipient) => ({ ...recipient, address: one.recipient_email }));
        });
        const envelopes = groupIntoEnvelopes(letters, contacts);
        const inside = envelopes.flatMap((envelope) => envelope.letters);
        expect(new Set(inside)).toEqual(new Set(letters));
        expect(inside).toHaveLength(letters.length);
        const people = envelopes.map((envelope) => new Set(envelope.letters.map(personOf)));
        expect(people.every(({ size }) => size === 1)).toBe(true);
        const known = people.flatMap((one) => [...one]).filter((one) => one !== 'unreadable');
        expect(new Set(known).size).toBe(known.length);
      }),
    );
  });
});

/** By address: those of contacts are made of their ids. */
const personOf = ({ contact_id, address }: AddressedLetter) =>
  contact_id ? `${contact_id}@x.org` : address;
