import { contactStatuses } from '@zavet/contract/people/contact-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '../letters/recipient-rules.ts';
import { deliveryTo, type PreviewedContact, undeliverableReason } from './preview-rules.ts';

const anna: PreviewedContact = { id: 'anna', email: 'anna@example.org', status: 'confirmed' };
const boris: PreviewedContact = { id: 'boris', email: 'boris@example.org', status: 'pending' };
const vera: PreviewedContact = { id: 'vera', email: 'vera@example.org', status: 'declined' };
const all = [anna, boris, vera];
const entry = (contact_ids: string[], recipient_email: string | null = null) => ({
  id: 'letter',
  contact_ids,
  recipient_email,
});

describe('a preview', () => {
  it('is sent immediately to a confirmed contact', () => {
    expect(deliveryTo(anna, entry(['anna', 'boris']), all)).toEqual({
      is_further_recipient: false,
      withheld: null,
    });
  });

  it('is withheld from a contact who has not answered or declined', () => {
    const letter = entry(['boris', 'vera']);
    expect(deliveryTo(boris, letter, all)?.withheld).toBe('not_agreed');
    expect(deliveryTo(vera, letter, all)?.withheld).toBe('declined');
  });

  it('contains no letters of others', () => {
    expect(deliveryTo(anna, entry(['boris'], 'petr@example.org'), all)).toBeUndefined();
  });

  it('contains a letter once to a contact who is its further recipient', () => {
    const asRecipient = { is_further_recipient: true, withheld: null };
    expect(deliveryTo(boris, entry(['boris'], boris.email), all)).toEqual(asRecipient);
    expect(deliveryTo(anna, entry(['boris'], anna.email), all)).toEqual(asRecipient);
    expect(deliveryTo(anna, entry(['anna'], anna.email), all)?.is_further_recipient).toBe(false);
  });

  it('equals the letters of a release, for all contacts in every state', () => {
    const contact = fc.record({
      id: fc.uuid(),
      email: fc.constantFrom('a@example.org', 'b@example.org', 'c@example.org'),
      status: fc.constantFrom(...contactStatuses),
    });
    const contacts = fc.uniqueArray(contact, { selector: ({ email }) => email });
    const address = fc.constantFrom(null, 'a@example.org', 'b@example.org', 'd@example.org');
    fc.assert(
      fc.property(contacts, address, fc.nat(7), (named, recipient, chosen) => {
        const ids = named.filter((_, place) => (chosen >> place) & 1).map(({ id }) => id);
        const letter = entry(ids, recipient);
        const written = recipientsOf(
          letter,
          named.map((one) => ({
            ...one,
            is_activated: ['confirmed', 'activated'].includes(one.status),
          })),
        );
        const previewed = named.filter((one) => deliveryTo(one, letter, named) !== undefined);
        const isForStranger = recipient !== null && !named.some(({ email }) => email === recipient);
        expect(previewed.length + Number(isForStranger)).toBe(written.length);
        const isQueued = written.some(({ state }) => state === 'queued');
        expect(undeliverableReason(letter, named) === undefined).toBe(isQueued);
      }),
    );
  });
});

describe('an instruction has no recipient', () => {
  it('where it names none', () => {
    expect(undeliverableReason(entry([]), all)).toBe('no_recipient');
  });

  it('where no contact has confirmed, or all declined', () => {
    expect(undeliverableReason(entry(['boris', 'vera']), all)).toBe('contacts_unconfirmed');
    expect(undeliverableReason(entry(['vera']), all)).toBe('contacts_declined');
  });

  it('unless a contact has confirmed or it names a further recipient', () => {
    expect(undeliverableReason(entry(['anna', 'vera']), all)).toBeUndefined();
    expect(undeliverableReason(entry([], 'petr@example.org'), all)).toBeUndefined();
    expect(
      undeliverableReason({ ...entry([]), recipient_email: 'unreadable' }, all),
    ).toBeUndefined();
  });
});
