import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bindingOf,
  changeAccountAddress,
  deleteAccountOf,
  inviteContact,
  unconfirmedSignUp,
  waitForMail,
} from '../../../../test/contact-accounts.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  newAddress,
  type Person,
  signedInPerson,
  strongPassword,
} from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const accept = (token: string) => product.browser().acceptInvitation({ body: { token } });
const boundTo = async (contactId: string) =>
  (await bindingOf(product.database, contactId)).bound_user_id;
const ownersSeenBy = async ({ browser }: Pick<Person, 'browser'>) =>
  (await browser.listLegacies()).legacies.map(({ user_id }) => user_id);

describe('a contact is bound', () => {
  it('when a person with an account accepts by link', async () => {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const contact = await inviteContact(product, owner, person.email);
    expect(await boundTo(contact.id)).toBeNull();
    await accept(contact.token);
    expect(await boundTo(contact.id)).toBe(person.userId);
    expect(await ownersSeenBy(person)).toEqual([owner.userId]);
    const { contacts } = await owner.browser.listContacts();
    expect(contacts).toMatchObject([{ is_bound: true }]);
  });

  it('when the owner enters the code of a person with an account', async () => {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const contact = await inviteContact(product, owner, person.email);
    await owner.browser.confirmContact({
      body: { trusted_contact_id: contact.id, confirmation_code: contact.code },
    });
    expect(await boundTo(contact.id)).toBe(person.userId);
  });

  it('when a person who accepted without an account confirms a sign-up, and not before', async () => {
    const owner = await signedInPerson(product);
    const contact = await inviteContact(product, owner, newAddress());
    await accept(contact.token);
    expect((await owner.browser.listContacts()).contacts).toMatchObject([{ is_bound: false }]);
    const { browser, token } = await unconfirmedSignUp(product, contact.email);
    expect(await boundTo(contact.id)).toBeNull();
    await browser.verifyEmail({ body: { token } });
    expect(await ownersSeenBy({ browser })).toEqual([owner.userId]);
  });

  it('when a sign-up is confirmed by password recovery', async () => {
    const owner = await signedInPerson(product);
    const contact = await inviteContact(product, owner, newAddress());
    await accept(contact.token);
    const { browser } = await unconfirmedSignUp(product, contact.email);
    await browser.recover({ body: { email: contact.email } });
    const mail = await waitForMail(product, contact.email, 'type=recovery');
    const password = `${strongPassword}-new`;
    await browser.resetPassword({
      body: { token: mail.tokenOf('recovery'), password, confirm_password: password },
    });
    await browser.signIn({ body: { email: contact.email, password } });
    expect(await ownersSeenBy({ browser })).toEqual([owner.userId]);
  });

  it('when an account changes to its address, or back to it', async () => {
    const owner = await signedInPerson(product);
    const contact = await inviteContact(product, owner, newAddress());
    await accept(contact.token);
    const person = await signedInPerson(product);
    await changeAccountAddress(product, person, contact.email);
    expect(await boundTo(contact.id)).toBe(person.userId);
    // The former address is still reserved for the account.
    const other = await signedInPerson(product);
    const former = await inviteContact(product, other, person.email);
    await accept(former.token);
    expect(await boundTo(former.id)).toBeNull();
    const undo = await waitForMail(product, person.email, 'type=email_undo');
    await product.browser().undoEmailChange({ body: { token: undo.tokenOf('email_undo') } });
    expect(await boundTo(former.id)).toBe(person.userId);
    // The first contact gets the restored address as well.
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      bound_user_id: person.userId,
      email: person.email,
    });
  });

  it('but never to the account of its owner', async () => {
    const owner = await signedInPerson(product);
    const contact = await inviteContact(product, owner, newAddress());
    await changeAccountAddress(product, owner, contact.email);
    await accept(contact.token);
    expect(await boundTo(contact.id)).toBeNull();
    expect(await ownersSeenBy(owner)).toEqual([]);
  });
});

describe('a bound contact', () => {
  async function newBoundContact() {
    const owner = await signedInPerson(product);
    const person = await signedInPerson(product);
    const contact = await inviteContact(product, owner, person.email);
    await accept(contact.token);
    return { owner, person, contact };
  }

  it('is unbound when it declines or the owner changes its address', async () => {
    const { owner, person, contact } = await newBoundContact();
    await product.browser().declineInvitation({ body: { token: contact.token } });
    expect(await boundTo(contact.id)).toBeNull();
    await accept(contact.token);
    expect(await boundTo(contact.id)).toBe(person.userId);
    const { contacts } = await owner.browser.listContacts();
    const [view] = contacts;
    if (!view) throw new Error('the contact is missing');
    await owner.browser.updateContact({
      params: { id: contact.id },
      body: { ...view, email: newAddress(), phone: '', has_guardian_consent: false },
    });
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      status: 'pending',
      bound_user_id: null,
    });
    expect(await ownersSeenBy(person)).toEqual([]);
  });

  it('stays bound to its account when another account gets the address', async () => {
    const { owner, person, contact } = await newBoundContact();
    await changeAccountAddress(product, person);
    product.clock.advance(73 * hour);
    const stranger = await signedInPerson(product, product.browser(), contact.email);
    expect(await ownersSeenBy(stranger)).toEqual([]);
    await person.browser.signIn({
      body: {
        email: (await bindingOf(product.database, contact.id)).email,
        password: strongPassword,
      },
    });
    expect(await ownersSeenBy(person)).toEqual([owner.userId]);
  });

  it('of a deleted account is unbound until it accepts again', async () => {
    const { owner, person, contact } = await newBoundContact();
    await deleteAccountOf(person);
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      status: 'pending',
      bound_user_id: null,
    });
    const stranger = await signedInPerson(product, product.browser(), contact.email);
    expect(await ownersSeenBy(stranger)).toEqual([]);
    const { text } = await waitForMail(product, owner.email, 'удалило свой аккаунт');
    expect(text).toContain(contact.email);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('contact_account_deleted');
    // The former link no longer accepts.
    await expect(accept(contact.token)).rejects.toMatchObject({ code: 'link_invalid' });
  });
});

async function boundPerson() {
  const owner = await signedInPerson(product);
  const person = await signedInPerson(product);
  const contact = await inviteContact(product, owner, person.email);
  await accept(contact.token);
  return { owner, person, contact };
}

describe('a contact whose account changes its address', () => {
  it('gets the new address, and its owner is notified', async () => {
    const { owner, person, contact } = await boundPerson();
    const email = await changeAccountAddress(product, person);
    expect(await bindingOf(product.database, contact.id)).toMatchObject({
      status: 'confirmed',
      email,
      bound_user_id: person.userId,
    });
    const { text } = await waitForMail(product, owner.email, email);
    expect(text).not.toContain(person.email);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('contact_address_followed');
  });

  it('cannot be answered from the former mailbox', async () => {
    const { person, contact } = await boundPerson();
    await changeAccountAddress(product, person);
    const body = { token: contact.token };
    const browser = product.browser();
    expect((await failureOf(browser.declineInvitation({ body }))).code).toBe('link_invalid');
    expect((await failureOf(browser.openInvitation({ body }))).code).toBe('link_invalid');
    expect((await bindingOf(product.database, contact.id)).status).toBe('confirmed');
  });

  it('keeps its address if another contact of the owner has the new one', async () => {
    const { owner, person, contact } = await boundPerson();
    const other = await inviteContact(product, owner, newAddress());
    await accept(other.token);
    await changeAccountAddress(product, person, other.email);
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
    const email = await changeAccountAddress(product, person);
    const emails = [contact, other].map(
      async ({ id }) => (await bindingOf(product.database, id)).email,
    );
    expect(await Promise.all(emails)).toEqual([email, other.email]);
  });

  it('gets the new address in the lists of all owners', async () => {
    const { person, contact } = await boundPerson();
    const second = await signedInPerson(product);
    const secondContact = await inviteContact(product, second, person.email);
    await accept(secondContact.token);
    const email = await changeAccountAddress(product, person);
    for (const { id } of [contact, secondContact]) {
      expect((await bindingOf(product.database, id)).email).toBe(email);
    }
  });
});
