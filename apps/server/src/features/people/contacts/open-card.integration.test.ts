import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitedContact } from '../../../../test/contacts.ts';
import { day } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { trustedPersonOf } from '../../../../test/protocol.ts';
import { pdfPages } from '../../../../test/rendered-text.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const accept = (token: string) => product.browser().acceptInvitation({ body: { token } });
const cardBy = (token: string) => product.browser().openContactCard({ body: { token } });
const textOf = async (card: Blob) =>
  (await pdfPages(new Uint8Array(await card.arrayBuffer()))).join('');
const pin = '729461';

describe('the confirmation card mail', () => {
  it('is sent to a contact who accepts by link, with page and address and without secrets', async () => {
    const { owner, contact, token, code } = await invitedContact(product);
    await owner.browser.proveSession({ body: { current_password: owner.password } });
    await owner.browser.setPin({ body: { pin } });
    await accept(token);
    const mail = await product.mailbox.latest(contact.email, 2);
    expect(mail.text).toContain(owner.email);
    expect(mail.text).toContain('http://zavet.test/trusted-legacies');
    expect(mail.text).toContain(`войдите с адресом ${contact.email}`);
    expect(mail.text).toContain('сайт спросит PIN-код');
    expect(mail.text).toContain(`/invitation#token=${token}`);
    expect(mail.text).not.toContain(code);
    expect(mail.text).not.toContain(pin);
  });

  it("is sent to a contact whose code the owner entered, in the contact's language", async () => {
    const { owner, contact, code } = await invitedContact(product, { preferred_language: 'en' });
    await owner.browser.confirmContact({
      body: { trusted_contact_id: contact.id, confirmation_code: code },
    });
    const mail = await product.mailbox.latest(contact.email, 2);
    expect(mail.subject).toContain('counts on you: keep this email');
    expect(mail.text).toContain('No PIN is needed');
  });

  it('is not sent again when the contact accepts twice', async () => {
    const { contact, token } = await invitedContact(product);
    await accept(token);
    await accept(token);
    await product.mailbox.latest(contact.email, 2);
    await product.browser().declineInvitation({ body: { token } });
    await accept(token);
    expect(await product.mailbox.receive(contact.email, 3)).toHaveLength(3);
  });
});

describe('the confirmation card', () => {
  it('opens with the link of an accepted invitation, and contains no secrets', async () => {
    const { owner, contact, token, code } = await invitedContact(product);
    await owner.browser.proveSession({ body: { current_password: owner.password } });
    await owner.browser.setPin({ body: { pin } });
    expect(await failureOf(cardBy(token))).toMatchObject({ code: 'contact_not_confirmed' });
    await accept(token);
    const text = await textOf(await cardBy(token));
    expect(text).toContain('Карточка доверенного лица');
    expect(text.replaceAll(/\s/g, '')).toContain(contact.email);
    expect(text.replaceAll(/\s/g, '')).toContain(owner.email);
    for (const secret of [code, token, pin]) expect(text).not.toContain(secret);
  });

  it('does not open after the contact declined or the link expired', async () => {
    const { token } = await invitedContact(product);
    await accept(token);
    await product.browser().declineInvitation({ body: { token } });
    expect(await failureOf(cardBy(token))).toMatchObject({ code: 'contact_not_confirmed' });
    expect(await failureOf(cardBy('nothing'))).toMatchObject({ code: 'link_invalid' });
    await accept(token);
    product.clock.advance(30 * day);
    expect(await failureOf(cardBy(token))).toMatchObject({ code: 'link_expired' });
  });

  it('opens only for the contact who is signed in', async () => {
    const owner = await signedInPerson(product);
    const person = await trustedPersonOf(product, owner);
    const params = { id: person.contactId };
    const text = await textOf(await person.browser.getContactCard({ params }));
    expect(text.replaceAll(/\s/g, '')).toContain(owner.email);
    for (const other of [owner, await signedInPerson(product)]) {
      expect(await failureOf(other.browser.getContactCard({ params }))).toMatchObject({
        code: 'legacy_not_found',
      });
      expect(await failureOf(other.browser.reconfirmAsContact({ params }))).toMatchObject({
        code: 'legacy_not_found',
      });
    }
  });

  it('is a download that is neither embedded nor cached', async () => {
    const { token } = await invitedContact(product);
    await accept(token);
    const response = await product.browser().send('/api/invitation/card', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(response.headers.get('cache-control')).toContain('no-store');
    await response.arrayBuffer();
  });
});
