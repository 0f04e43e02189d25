import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bindingOf,
  changeAccountAddress,
  inviteContact,
  unconfirmedSignUp,
} from '../../../../test/contact-accounts.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { newAddress, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const verify = (email: string) =>
  product.database.rows(sql`update users set email_verified = true where email = ${email}`);
const accept = (contactId: string) => setStatus(product.database, contactId, 'confirmed');

/** Runs `first` in a transaction that stays open until `second` waits for its lock. */
async function overlapping(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { database } = product;
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const slow = database.transaction(async () => {
    await first();
    done();
    await mayEnd;
  });
  await isDone;
  const quick = database.transaction(second);
  await expect
    .poll(async () => {
      const [row] = await database.rows<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_locks
        where not granted and database = (select oid from pg_database where datname = current_database())`);
      return row?.waiting;
    })
    .toBeGreaterThan(0);
  end();
  await Promise.all([slow, quick]);
}

describe('a concurrent acceptance and confirmation of a sign-up', () => {
  it.each(['the acceptance first', 'the sign-up first'])('bind the contact: %s', async (order) => {
    const owner = await signedInPerson(product);
    const { id, email } = await addContact(owner, newAddress());
    await unconfirmedSignUp(product, email);
    const steps = [() => accept(id), () => verify(email)] as const;
    if (order === 'the acceptance first') await overlapping(steps[0], steps[1]);
    else await overlapping(steps[1], steps[0]);
    expect((await bindingOf(product.database, id)).bound_user_id).not.toBeNull();
  });

  it('bind the contact through the endpoints as well', async () => {
    for (let round = 0; round < 2; round++) {
      const owner = await signedInPerson(product);
      const contact = await inviteContact(product, owner, newAddress());
      const { browser, token } = await unconfirmedSignUp(product, contact.email);
      await Promise.all([
        browser.verifyEmail({ body: { token } }),
        product.browser().acceptInvitation({ body: { token: contact.token } }),
      ]);
      const { legacies } = await browser.listLegacies();
      expect(legacies.map(({ user_id }) => user_id)).toEqual([owner.userId]);
    }
  });
});

describe('concurrent changes of accounts', () => {
  it('update both contacts if two mutual contacts change their addresses', async () => {
    const [anna, boris] = [await signedInPerson(product), await signedInPerson(product)];
    const ofAnna = await inviteContact(product, anna, boris.email);
    const ofBoris = await inviteContact(product, boris, anna.email);
    for (const { token } of [ofAnna, ofBoris]) {
      await product.browser().acceptInvitation({ body: { token } });
    }
    const emails = await Promise.all([
      changeAccountAddress(product, anna),
      changeAccountAddress(product, boris),
    ]);
    expect((await bindingOf(product.database, ofBoris.id)).email).toBe(emails[0]);
    expect((await bindingOf(product.database, ofAnna.id)).email).toBe(emails[1]);
  });

  it('do not fail if an owner removes a contact whose account is being deleted', async () => {
    for (let round = 0; round < 2; round++) {
      const owner = await signedInPerson(product);
      const person = await signedInPerson(product);
      const contact = await inviteContact(product, owner, person.email);
      await product.browser().acceptInvitation({ body: { token: contact.token } });
      await Promise.all([
        owner.browser.deleteContact({ params: { id: contact.id }, query: {} }),
        person.browser.deleteAccount({
          body: { confirmation_word: 'УДАЛИТЬ', current_password: person.password },
        }),
      ]);
      expect((await owner.browser.listContacts()).contacts).toEqual([]);
    }
  });
});

describe('an account deleted directly in the database', () => {
  it('leaves a confirmed contact pending, and an activated one without an account', async () => {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const second = await signedInPerson(product);
    const confirmed = await addContact(owner, person.email);
    const activated = await addContact(second, person.email);
    await accept(confirmed.id);
    await accept(activated.id);
    await setStatus(product.database, activated.id, 'activated');
    await product.database.rows(sql`delete from users where id = ${person.userId}`);
    expect(await bindingOf(product.database, confirmed.id)).toMatchObject({
      status: 'pending',
      bound_user_id: null,
      is_account_deleted: false,
    });
    expect(await bindingOf(product.database, activated.id)).toMatchObject({
      status: 'activated',
      bound_user_id: null,
      is_account_deleted: true,
    });
    // The next holder of the address is another person, even in another activation.
    const stranger = await signedInPerson(product, product.browser(), person.email);
    expect((await stranger.browser.listLegacies()).legacies).toEqual([]);
    await setStatus(product.database, activated.id, 'confirmed');
    expect(await bindingOf(product.database, activated.id)).toMatchObject({
      status: 'pending',
      bound_user_id: null,
      is_account_deleted: false,
    });
  });
});
