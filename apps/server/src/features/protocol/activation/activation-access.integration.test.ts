import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import type { Browser } from '../../../../test/browser.ts';
import { contactBody, setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson, strongPassword } from '../../../../test/people.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  family,
  payFor,
  type TrustedPerson,
  trustedPersonOf,
} from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  // Jobs do not run, so only the calls of the tests change states.
  product = await startTestProduct({ MAX_TRUSTED_CONTACTS: '0' }, { runsJobs: false });
});
afterAll(() => product.stop());

/** A caller, with the user and contact ids that the caller sends. */
type Actor = Pick<TrustedPerson, 'contactId' | 'userId'> & { browser: Browser };

const actors: Record<string, (owner: Person) => Promise<Actor>> = {
  'a stranger': async () => ({
    browser: product.browser(),
    userId: randomUUID(),
    contactId: randomUUID(),
  }),
  'the owner': async (owner) => {
    const { id } = await addContact(owner);
    // Bypasses the rule that owners cannot be their own contacts.
    await product.database.rows(
      sql`update trusted_contacts set status = 'confirmed', email = ${owner.email} where id = ${id}`,
    );
    return { ...owner, contactId: id };
  },
  'another owner': async () => ({ ...(await signedInPerson(product)), contactId: randomUUID() }),
  'another owner who sends the id of a foreign contact': async (owner) => ({
    ...(await signedInPerson(product)),
    contactId: (await trustedPersonOf(product, owner)).contactId,
  }),
  'a contact who has not answered': async (owner) => {
    const person = await signedInPerson(product);
    return { ...person, contactId: (await addContact(owner, person.email)).id };
  },
  'a contact who declined': async (owner) => {
    const person = await trustedPersonOf(product, owner);
    await setStatus(product.database, person.contactId, 'declined');
    return person;
  },
  'a contact removed by the owner': async (owner) => {
    const person = await trustedPersonOf(product, owner);
    await owner.browser.deleteContact({ params: { id: person.contactId }, query: {} });
    return person;
  },
  'a contact with an address changed by the owner': async (owner) => {
    const person = await trustedPersonOf(product, owner);
    const params = { id: person.contactId };
    await owner.browser.updateContact({ params, body: contactBody() });
    return person;
  },
  'an account that took over the former address of a contact': async (owner) => {
    const { contactId, userId, email } = await trustedPersonOf(product, owner);
    await product.database.rows(
      sql`update users set email = ${`other-${email}`} where id = ${userId}`,
    );
    return { ...(await signedInPerson(product, product.browser(), email)), contactId };
  },
  'a contact with an unverified address': async (owner) => {
    const person = await signedInPerson(product);
    await product.database.rows(
      sql`update users set email_verified = false where id = ${person.userId}`,
    );
    const { id } = await addContact(owner, person.email);
    await setStatus(product.database, id, 'confirmed');
    return { ...person, contactId: id };
  },
};

const states: Record<string, (owner: Person, contact: TrustedPerson) => Promise<unknown>> = {
  'nothing has happened': async () => {},
  'a payment is pending': (owner, contact) =>
    contact.browser.startActivation({ body: activationOf(owner, contact) }),
  'a payment was canceled': (owner, contact) => payFor(owner, contact, 'canceled'),
  'the protocol is active': (owner, contact) => payFor(owner, contact),
  'the owner has deleted the account': (owner) =>
    owner.browser.deleteAccount({
      body: { confirmation_word: 'УДАЛИТЬ', current_password: strongPassword },
    }),
};

/** The only error these callers ever get. */
function refusalOf(name: string, state: string): string {
  const isSignedOut = name === 'a stranger';
  const isDeleted = name === 'the owner' && state === 'the owner has deleted the account';
  return isSignedOut || isDeleted ? 'session_missing' : 'legacy_not_found';
}

const keyStates = [
  'nothing has happened',
  'the protocol is active',
  'the owner has deleted the account',
] as const;

describe.each(keyStates)('when %s', (state) => {
  it('only the account bound to a confirmed contact can start', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    const tried: [string, Actor][] = [];
    for (const [name, create] of Object.entries(actors)) tried.push([name, await create(owner)]);
    await states[state]?.(owner, contact);
    const before = await activationsOf(product.database, owner);
    const delivered = await deliveriesOf(product.database, owner);
    for (const [name, actor] of tried) {
      const body = activationOf(owner, actor as TrustedPerson);
      const { code } = await failureOf(actor.browser.startActivation({ body }));
      expect(code, name).toBe(refusalOf(name, state));
    }
    expect(await activationsOf(product.database, owner)).toEqual(before);
    expect(await deliveriesOf(product.database, owner)).toHaveLength(delivered.length);
  });
});

describe('a confirmed contact with a verified address', () => {
  const expected: Record<keyof typeof states, string> = {
    'nothing has happened': 'started',
    'a payment is pending': 'started',
    'a payment was canceled': 'started',
    'the protocol is active': 'protocol_already_active',
    'the owner has deleted the account': 'legacy_not_found',
  };

  it.each(Object.entries(states))('when %s, starts or is refused', async (state, reach) => {
    const { owner, contacts } = await family(product, 2);
    const [first, second] = contacts;
    if (!first || !second) throw new Error('expected two contacts');
    await reach(owner, first);
    const call = second.browser.startActivation({ body: activationOf(owner, second) });
    const outcome = await call.then(
      () => 'started',
      (error) => error.code,
    );
    expect(outcome).toBe(expected[state]);
  });
});

describe('a legacy', () => {
  it('appears when an account verifies the address of a contact', async () => {
    const { owner } = await family(product);
    const contact = await addContact(owner);
    await setStatus(product.database, contact.id, 'confirmed');
    const person = await signedInPerson(product);
    expect((await person.browser.listLegacies()).legacies).toEqual([]);
    await product.database.rows(
      sql`update users set email = ${contact.email} where id = ${person.userId}`,
    );
    const { id } = contact;
    const { legacies } = await person.browser.listLegacies();
    expect(legacies).toMatchObject([
      { user_id: owner.userId, trusted_contact_id: id, status: 'confirmed', activation: null },
    ]);
  });
});
