import { contactStatuses } from '@zavet/contract/people/contact-rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientsOf } from '../letters/recipient-rules.ts';
import { type PreviewedContact, shareOf, unreachedReason } from './preview-rules.ts';

const anna: PreviewedContact = { id: 'anna', email: 'anna@example.org', status: 'confirmed' };
const boris: PreviewedContact = { id: 'boris', email: 'boris@example.org', status: 'pending' };
const vera: PreviewedContact = { id: 'vera', email: 'vera@example.org', status: 'declined' };
const all = [anna, boris, vera];
const entry = (contact_ids: string[], recipient_email: string | null = null) => ({
  id: 'letter',
  contact_ids,
  recipient_email,
});

describe('what a contact would receive', () => {
  it('comes at once to somebody who has agreed', () => {
    expect(shareOf(anna, entry(['anna', 'boris']), all)).toEqual({
      is_as_recipient: false,
      withheld: null,
    });
  });

  it('waits for somebody who has not answered, and is kept from somebody who declined', () => {
    const letter = entry(['boris', 'vera']);
    expect(shareOf(boris, letter, all)?.withheld).toBe('not_agreed');
    expect(shareOf(vera, letter, all)?.withheld).toBe('declined');
  });

  it('is nothing of what is meant for others', () => {
    expect(shareOf(anna, entry(['boris'], 'petr@example.org'), all)).toBeUndefined();
  });

  it('comes to a contact who is its recipient, agreed or not, once', () => {
    const asRecipient = { is_as_recipient: true, withheld: null };
    expect(shareOf(boris, entry(['boris'], boris.email), all)).toEqual(asRecipient);
    expect(shareOf(anna, entry(['boris'], anna.email), all)).toEqual(asRecipient);
    expect(shareOf(anna, entry(['anna'], anna.email), all)?.is_as_recipient).toBe(false);
  });

  it('is what an activation writes down, for everybody and in every state', () => {
    const someone = fc.record({
      id: fc.uuid(),
      email: fc.constantFrom('a@example.org', 'b@example.org', 'c@example.org'),
      status: fc.constantFrom(...contactStatuses),
    });
    const contacts = fc.uniqueArray(someone, { selector: ({ email }) => email });
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
        const shares = named.filter((one) => shareOf(one, letter, named) !== undefined);
        const isForStranger = recipient !== null && !named.some(({ email }) => email === recipient);
        expect(shares.length + Number(isForStranger)).toBe(written.length);
        const isOnItsWay = written.some(({ state }) => state === 'queued');
        expect(unreachedReason(letter, named) === undefined).toBe(isOnItsWay);
      }),
    );
  });
});

describe('an instruction would reach nobody', () => {
  it('because it names nobody', () => {
    expect(unreachedReason(entry([]), all)).toBe('no_recipient');
  });

  it('because nobody has agreed, or everybody declined', () => {
    expect(unreachedReason(entry(['boris', 'vera']), all)).toBe('contacts_unconfirmed');
    expect(unreachedReason(entry(['vera']), all)).toBe('contacts_declined');
  });

  it('unless somebody has agreed or it names a recipient', () => {
    expect(unreachedReason(entry(['anna', 'vera']), all)).toBeUndefined();
    expect(unreachedReason(entry([], 'petr@example.org'), all)).toBeUndefined();
    expect(unreachedReason({ ...entry([]), recipient_email: 'unreadable' }, all)).toBeUndefined();
  });
});
