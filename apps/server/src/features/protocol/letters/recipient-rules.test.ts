import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressedLetter,
  groupIntoEnvelopes,
  type NamedContact,
  type OutboxEntry,
  recipientsOf,
  type UndeliveredInstruction,
  undeliveredReasonOf,
  type WithheldContact,
  withheldStateOf,
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

describe('queued letters', () => {
  it('share an envelope per contact, despite a further recipient of the instruction', () => {
    const letters = [toContact('anna', '1'), toContact('boris', '1'), toContact('anna', '2')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: 'anna', letters: [letters[0], letters[2]] },
      { contact_id: 'boris', letters: [letters[1]] },
    ]);
  });

  it('share an envelope per address of further recipients', () => {
    const letters = [toNamed('a@x.org', '1'), toNamed('b@x.org', '2'), toNamed('a@x.org', '3')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: null, letters: [letters[0], letters[2]] },
      { contact_id: null, letters: [letters[1]] },
    ]);
  });

  it('share the envelope of the activated contact with the same address', () => {
    const anna = { id: 'anna', email: 'a@x.org', is_activated: true };
    const silent = { id: 'silent', email: 's@x.org', is_activated: false };
    const letters = [toNamed('a@x.org', '1'), toContact('anna', '2'), toNamed('s@x.org', '3')];
    expect(groupIntoEnvelopes(letters, [silent, anna])).toEqual([
      { contact_id: 'anna', letters: [letters[0], letters[1]] },
      { contact_id: null, letters: [letters[2]] },
    ]);
  });

  it('with unreadable addresses get an envelope each', () => {
    const letters = [toNamed('unreadable', '1'), toNamed('unreadable', '2')];
    expect(groupIntoEnvelopes(letters, [])).toEqual([
      { contact_id: null, letters: [letters[0]] },
      { contact_id: null, letters: [letters[1]] },
    ]);
  });

  it('are in exactly one envelope, with one person per envelope and one envelope per person', () => {
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

describe('the recipients of an instruction', () => {
  const contact = (id: string, is_activated = true) => ({
    id,
    email: `${id}@example.org`,
    is_activated,
  });
  const contacts = [contact('anna'), contact('boris'), contact('clara', false)];
  const entry = { id: 'i', contact_ids: ['anna'], recipient_email: null };
  const to = (contact_id: string | null, state: 'queued' | 'withheld' = 'queued') => ({
    instruction_id: 'i',
    contact_id,
    state,
  });

  it('are its activated contacts only', () => {
    expect(recipientsOf(entry, contacts)).toEqual([to('anna')]);
    expect(recipientsOf({ ...entry, contact_ids: [] }, contacts)).toEqual([]);
  });

  it('are withheld if they are unconfirmed', () => {
    const both = { ...entry, contact_ids: ['clara', 'anna'] };
    expect(recipientsOf(both, contacts)).toEqual([to('anna'), to('clara', 'withheld')]);
    const alone = { ...entry, contact_ids: ['clara'] };
    expect(recipientsOf(alone, contacts)).toEqual([to('clara', 'withheld')]);
  });

  it('include a further recipient', () => {
    const further = { ...entry, recipient_email: 'boris@example.org' };
    expect(recipientsOf(further, contacts)).toEqual([to('anna'), to(null)]);
  });

  it('include a contact who is also the further recipient only once', () => {
    const twice = { ...entry, recipient_email: 'anna@example.org' };
    expect(recipientsOf(twice, contacts)).toEqual([to('anna')]);
    const clara = { ...entry, contact_ids: ['clara'], recipient_email: 'clara@example.org' };
    expect(recipientsOf(clara, contacts)).toEqual([to(null)]);
  });

  it('include an unreadable address, so that it can be corrected', () => {
    const damaged = { ...entry, contact_ids: [], recipient_email: 'unreadable' };
    expect(recipientsOf(damaged, contacts)).toEqual([to(null)]);
  });
});

describe('a contact with withheld letters', () => {
  const now = new Date('2026-11-15T12:00:00.000Z');
  const later = new Date('2026-11-15T12:00:00.001Z');
  const stateOf = (change: Partial<WithheldContact>) =>
    withheldStateOf({ status: 'pending', mail_state: 'sent', expires_at: later, ...change }, now);

  it('may still answer, declined, gave no answer, or was not reached', () => {
    expect(stateOf({})).toBe('asked');
    expect(stateOf({ mail_state: 'queued' })).toBe('asked');
    expect(stateOf({ status: 'declined' })).toBe('declined');
    expect(stateOf({ status: 'declined', expires_at: now })).toBe('declined');
    expect(stateOf({ mail_state: 'refused' })).toBe('not_reached');
    expect(stateOf({ mail_state: 'refused', expires_at: now })).toBe('no_answer');
    expect(stateOf({ mail_state: null, expires_at: null })).toBe('no_answer');
  });
});

describe('an undelivered instruction in the outbox', () => {
  const activatedAt = new Date('2026-11-15T12:00:00.000Z');
  const before = new Date('2026-11-15T11:00:00.000Z');
  const after = new Date('2026-11-15T13:00:00.000Z');
  const undelivered = { created_at: before, queued_at: null, waiting: 0, withheld: 0, closed: 0 };

  it('has a reason', () => {
    const reasonOf = (change: Partial<UndeliveredInstruction>) =>
      undeliveredReasonOf({ ...undelivered, ...change }, activatedAt);
    expect(reasonOf({})).toBe('no_recipient');
    expect(reasonOf({ withheld: 1 })).toBe('contacts_unconfirmed');
    expect(reasonOf({ created_at: after })).toBe('written_after');
    expect(reasonOf({ created_at: activatedAt })).toBe('no_recipient');
    expect(reasonOf({ created_at: after, withheld: 1 })).toBe('written_after');
    expect(reasonOf({ queued_at: activatedAt, waiting: 1 })).toBe('not_accepted_yet');
    expect(reasonOf({ queued_at: activatedAt, withheld: 1 })).toBe('unreachable');
    expect(reasonOf({ queued_at: activatedAt, closed: 1 })).toBe('recalled');
    expect(reasonOf({ closed: 1 })).toBe('recalled');
    expect(reasonOf({ queued_at: activatedAt, closed: 1, waiting: 1 })).toBe('not_accepted_yet');
  });
});

/** In these tests, the address of a contact is derived from its id. */
const personOf = ({ contact_id, address }: AddressedLetter) =>
  contact_id ? `${contact_id}@x.org` : address;
