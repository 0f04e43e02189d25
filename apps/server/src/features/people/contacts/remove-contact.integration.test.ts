import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contactBody,
  eventKindsOf,
  invitedContact,
  onlyContactOf,
  setStatus,
} from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('removing a contact', () => {
  it('invalidates its code and link, and no longer counts towards the limit', async () => {
    const { owner, contact, token } = await invitedContact(product);
    const deleted = await owner.browser.deleteContact({ params: { id: contact.id }, query: {} });
    expect(deleted).toEqual({ affected_instructions: 0, orphaned_instructions: 0 });
    expect((await owner.browser.listContacts()).contacts).toEqual([]);
    const opened = product.browser().openInvitation({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    await owner.browser.createContact({ body: contactBody({ email: contact.email }) });
    expect(await eventKindsOf(owner)).toContain('contact_removed');
  });

  it('accepts only another contact of the same owner as replacement', async () => {
    const { owner, contact } = await invitedContact(product);
    const stranger = await invitedContact(product);
    const remove = (reassign_to: string) =>
      owner.browser.deleteContact({ params: { id: contact.id }, query: { reassign_to } });
    for (const id of [contact.id, stranger.contact.id, randomUUID()]) {
      expect((await failureOf(remove(id))).code).toBe('contact_not_found');
    }
    expect((await onlyContactOf(owner)).id).toBe(contact.id);
    const other = await owner.browser.createContact({ body: contactBody() });
    await remove(other.contact.id);
    expect((await onlyContactOf(owner)).id).toBe(other.contact.id);
  });
});

describe('removing a contact with instructions', () => {
  it('counts the instructions left without a contact, or assigns the replacement', async () => {
    const { owner, contact: first } = await invitedContact(product);
    const { contact: second } = await owner.browser.createContact({ body: contactBody() });
    const { contact: third } = await owner.browser.createContact({ body: contactBody() });
    const write = (...trusted_contact_ids: string[]) =>
      owner.browser.createInstruction({
        body: {
          ...{ draft_id: randomUUID(), title: 'Кот', category: 'personal', priority: 'low' },
          ...{ content: 'Кормить', recipient_name: '', recipient_email: '', trusted_contact_ids },
        },
      });
    await write(first.id);
    await write(first.id, second.id);
    const countsOf = async (id: string) => {
      const { contacts } = await owner.browser.listContacts();
      const found = contacts.find((contact) => contact.id === id);
      return [found?.instruction_count, found?.sole_instruction_count];
    };
    expect(await countsOf(first.id)).toEqual([2, 1]);
    expect(await countsOf(second.id)).toEqual([1, 0]);
    const remove = (id: string, query: { reassign_to?: string }) =>
      owner.browser.deleteContact({ params: { id }, query });
    expect(await remove(first.id, { reassign_to: third.id })).toEqual({
      affected_instructions: 2,
      orphaned_instructions: 0,
    });
    expect(await countsOf(third.id)).toEqual([2, 1]);
    expect(await remove(third.id, {})).toEqual({
      affected_instructions: 2,
      orphaned_instructions: 1,
    });
    expect(await countsOf(second.id)).toEqual([1, 1]);
  });
});

describe('an activated contact', () => {
  it('cannot be updated, removed, invited or confirmed, and cannot decline', async () => {
    const { owner, contact, token, code } = await invitedContact(product);
    await setStatus(product.database, contact.id, 'activated');
    const { browser } = owner;
    const params = { id: contact.id };
    const body = { trusted_contact_id: contact.id, confirmation_code: code };
    const refused = await Promise.all([
      failureOf(browser.updateContact({ params, body: contactBody({ email: contact.email }) })),
      failureOf(browser.updateContact({ params, body: contactBody() })),
      failureOf(browser.deleteContact({ params, query: {} })),
      failureOf(browser.sendConfirmationEmail({ body: { p_contact_id: contact.id } })),
      failureOf(product.browser().declineInvitation({ body: { token } })),
    ]);
    for (const { code: given } of refused) expect(given).toBe('contact_activated');
    expect((await failureOf(browser.confirmContact({ body }))).code).toBe('already_confirmed');
    const accepted = await product.browser().acceptInvitation({ body: { token } });
    expect(accepted.status).toBe('activated');
    expect(await onlyContactOf(owner)).toMatchObject({ status: 'activated', is_confirmed: true });
  });
});
