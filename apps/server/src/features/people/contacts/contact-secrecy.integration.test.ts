import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contactBody,
  invitedContact,
  onlyContactOf,
  wrongCode,
} from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const sealed = {
  relationship: 'canary-relationship-свояченица',
  notes: 'canary-notes-ключ у соседки',
  address: 'canary-address-Тверь',
  invitation_note: 'canary-note-Спасибо тебе',
};

describe('sealed fields of contacts', () => {
  it('do not appear as plaintext in tables and logs, nor do codes and tokens', async () => {
    const { owner, contact, mail, code, token } = await invitedContact(product, sealed);
    const { invitation_note, ...ownersOnly } = sealed;
    expect(mail.text).toContain(invitation_note);
    for (const text of Object.values(ownersOnly)) expect(mail.text).not.toContain(text);
    const { browser } = owner;
    const guess = { trusted_contact_id: contact.id, confirmation_code: wrongCode(code) };
    await failureOf(browser.confirmContact({ body: guess }));
    await product.browser().send(`/invitation?token=${token}`);
    await product.browser().openInvitation({ body: { token } });
    await product.browser().declineInvitation({ body: { token } });
    await product.browser().acceptInvitation({ body: { token } });
    await product.mailbox.latest(owner.email);
    expect(await onlyContactOf(owner)).toMatchObject(sealed);

    const secrets = [code, token, ...Object.values(sealed)];
    expect(await tablesHolding(product.database, secrets)).toEqual([]);
    expect(await tablesHolding(product.database, [contact.name])).toEqual(['trusted_contacts']);
    expect(product.logged()).toContain('/api/contacts');
    for (const secret of secrets) expect(product.logged()).not.toContain(secret);
    for (const known of [contact.email, contact.name]) {
      expect(product.logged()).not.toContain(known);
    }
  });

  it.each(['relationship', 'notes', 'address', 'invitation_note'] as const)(
    'cannot be decrypted if %s was copied from another contact or field',
    async (field) => {
      const { owner, contact } = await invitedContact(product, sealed);
      const other = await owner.browser.createContact({ body: contactBody(sealed) });
      const stranger = await invitedContact(product, sealed);
      const column = sql.identifier(field);
      const elsewhere = sql.identifier(field === 'notes' ? 'address' : 'notes');
      const sources = [
        sql`(select ${column} from trusted_contacts where id = ${other.contact.id})`,
        sql`(select ${column} from trusted_contacts where id = ${stranger.contact.id})`,
        sql`(select ${elsewhere} from trusted_contacts where id = ${contact.id})`,
      ];
      for (const source of sources) {
        await product.database.rows(sql`
          update trusted_contacts set ${column} = ${source} where id = ${contact.id} returning id`);
        const { contacts } = await owner.browser.listContacts();
        const readable = { ...sealed, is_unreadable: false };
        const unreadable = {
          ...{ relationship: '', notes: '', address: '', invitation_note: '' },
          is_unreadable: true,
        };
        expect(contacts.find(({ id }) => id === contact.id)).toMatchObject(unreadable);
        expect(contacts.find(({ id }) => id === other.contact.id)).toMatchObject(readable);
      }
    },
  );

  it('cannot be decrypted in the row of another owner, even with its key', async () => {
    const { owner, contact } = await invitedContact(product, sealed);
    const stranger = await invitedContact(product);
    await product.database.rows(sql`
      update trusted_contacts set user_id = ${stranger.owner.userId}
      where id = ${contact.id} returning id`);
    const { contacts } = await stranger.owner.browser.listContacts();
    expect(contacts.find(({ id }) => id === contact.id)).toMatchObject({
      relationship: '',
      notes: '',
      address: '',
      is_unreadable: true,
    });
    expect((await owner.browser.listContacts()).contacts).toEqual([]);
  });
});

describe("another owner's contact", () => {
  it('is reported as missing by every endpoint', async () => {
    const { contact, code } = await invitedContact(product);
    const { owner, contact: own } = await invitedContact(product);
    const { browser } = owner;
    const answersFor = (id: string) =>
      Promise.all([
        failureOf(browser.updateContact({ params: { id }, body: contactBody() })),
        failureOf(browser.deleteContact({ params: { id }, query: {} })),
        failureOf(browser.deleteContact({ params: { id: own.id }, query: { reassign_to: id } })),
        failureOf(browser.sendConfirmationEmail({ body: { p_contact_id: id } })),
        failureOf(
          browser.confirmContact({ body: { trusted_contact_id: id, confirmation_code: code } }),
        ),
      ]);
    const foreign = await answersFor(contact.id);
    const absent = await answersFor(randomUUID());
    const shape = ({ status, code: given, facts, fields }: (typeof foreign)[number]) => ({
      ...{ status, code: given, facts, fields },
    });
    expect(foreign.map(shape)).toEqual(absent.map(shape));
    for (const failure of foreign) expect(failure.code).toBe('contact_not_found');
    expect(await product.mailbox.receive(contact.email)).toHaveLength(1);
    const [row] = await product.database.rows<{ tries: number; status: string }>(sql`
      select tries, status from trusted_contacts
      join contact_invitations on contact_id = trusted_contacts.id
      where trusted_contacts.id = ${contact.id}`);
    expect(row).toEqual({ tries: 0, status: 'pending' });
  });

  it('is unavailable without a session', async () => {
    const { contact, code } = await invitedContact(product);
    const { id } = contact;
    const stranger = product.browser();
    const failures = await Promise.all([
      failureOf(stranger.listContacts()),
      failureOf(stranger.createContact({ body: contactBody() })),
      failureOf(stranger.updateContact({ params: { id }, body: contactBody() })),
      failureOf(stranger.deleteContact({ params: { id }, query: {} })),
      failureOf(stranger.sendConfirmationEmail({ body: { p_contact_id: id } })),
      failureOf(
        stranger.confirmContact({ body: { trusted_contact_id: id, confirmation_code: code } }),
      ),
    ]);
    for (const failure of failures) expect(failure.code).toBe('session_missing');
  });
});
