import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bindingOf, mailWith, moveAccount, named } from '../../../../test/binding.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const accept = (token: string) => product.browser().acceptInvitation({ body: { token } });

async function boundPerson() {
  const owner = await signedInPerson(product);
  const person = await signedInPerson(product);
  const contact = await named(product, owner, person.email);
  await accept(contact.token);
  return { owner, person, contact };
}

describe('a contact whose account changes its address', () => {
  it('gets the new address, and its owner is notified', async () => {
    const { owner, person, contact } = await boundPerson();
    const email = await moveAccount(product, person);
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      status: 'confirmed',
      email,
      bound_user_id: person.userId,
    });
    const { text } = await mailWith(product, owner.email, email);
    expect(text).not.toContain(person.email);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('contact_address_followed');
  });

  it('cannot be answered for from the former mailbox', async () => {
    const { person, contact } = await boundPerson();
    await moveAccount(product, person);
    const body = { token: contact.token };
    const browser = product.browser();
    expect((await failureOf(browser.declineInvitation({ body }))).code).toBe('link_invalid');
    expect((await failureOf(browser.openInvitation({ body }))).code).toBe('link_invalid');
    expect((await bindingOf(product.database, contact.id)).status).toBe('confirmed');
  });

  it('keeps its address if another contact of the owner has the new one', async () => {
    const { owner, person, contact } = await boundPerson();
    const other = await named(product, owner, newAddress());
    await accept(other.token);
    await moveAccount(product, person, other.email);
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      email: contact.email,
      bound_user_id: person.userId,
    });
    // The other contact is bound to the same account now; no address has changed.
    expect(await bindingOf(product.database, other.id)).toMatchObject({
      email: other.email,
      bound_user_id: person.userId,
    });
    const kinds = (await owner.browser.listSecurityEvents({ query: {} })).events.map(
      ({ kind }) => kind,
    );
    expect(kinds).not.toContain('contact_address_followed');
    // Only one of two contacts bound to one account follows the address.
    const email = await moveAccount(product, person);
    const emails = [contact, other].map(
      async ({ id }) => (await bindingOf(product.database, id)).email,
    );
    expect(await Promise.all(emails)).toEqual([email, other.email]);
  });

  it('gets the new address with every owner', async () => {
    const { person, contact } = await boundPerson();
    const second = await signedInPerson(product);
    const there = await named(product, second, person.email);
    await accept(there.token);
    const email = await moveAccount(product, person);
    for (const { id } of [contact, there]) {
      expect((await bindingOf(product.database, id)).email).toBe(email);
    }
  });
});
