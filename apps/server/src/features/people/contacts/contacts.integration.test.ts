import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contactBody,
  eventKindsOf,
  invitationSecretsIn,
  invitedContact,
  onlyContactOf,
} from '../../../../test/contacts.ts';
import { minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  cyrillicAddress,
  newAddress,
  type Person,
  signedInPerson,
  signUpBody,
} from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('creating a contact', () => {
  it('stores all fields, lower-cases the address and mails an invitation', async () => {
    const owner = await signedInPerson(product);
    const email = newAddress();
    const body = contactBody({
      email: email.toUpperCase(),
      phone: '+7 (912) 345-67-89',
      relationship: 'сестра',
      category: 'friend',
      notes: 'Звонить вечером.\nНе в среду.',
      address: 'Тверь, Садовая, 3',
      preferred_language: 'en',
    });
    const { contact, invitation } = await owner.browser.createContact({ body });
    expect(contact).toMatchObject({
      ...{ name: body.name, email, phone: '+79123456789', relationship: 'сестра' },
      ...{ category: 'friend', notes: body.notes, address: body.address },
      ...{ preferred_language: 'en', is_minor: false, guardian_consent_at: null },
      ...{ status: 'pending', is_confirmed: false, protocol_activated_at: null },
      ...{ instruction_count: 0, sole_instruction_count: 0 },
    });
    expect(contact.invitation?.mail_state).toBe('sent');
    expect(invitation).toEqual({
      ok: true,
      sent: true,
      manual_sharing_required: false,
      contact_email: email,
      confirmation_code: null,
    });
    expect(await onlyContactOf(owner)).toEqual(contact);
    const mail = await product.mailbox.latest(email);
    expect(mail.text).toContain(owner.email);
    expect(mail.text).toContain('asks you to be a trusted person');
    expect(mail.text).not.toMatch(/Звонить|Тверь|сестра/);
    expect(await eventKindsOf(owner)).toEqual(['contact_added']);
  });

  it('is refused beyond the limit, even for concurrent requests', async () => {
    const owner = await signedInPerson(product);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, () => owner.browser.createContact({ body: contactBody() })),
    );
    const refusals = outcomes.filter((one) => one.status === 'rejected').map((one) => one.reason);
    expect(refusals).toHaveLength(30 - limits.trustedContacts);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'contact_limit_reached', facts: { limit: 3 } });
    }
    const { contacts, limit } = await owner.browser.listContacts();
    expect(contacts).toHaveLength(limits.trustedContacts);
    expect(limit).toBe(limits.trustedContacts);
  });

  it('is refused with the address of another contact, even for concurrent requests', async () => {
    const owner = await signedInPerson(product);
    const body = contactBody();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => owner.browser.createContact({ body })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusal = await failureOf(owner.browser.createContact({ body }));
    expect(refusal).toMatchObject({
      code: 'contact_email_taken',
      fields: { email: 'contact_email_taken' },
    });
    const other = await signedInPerson(product);
    await other.browser.createContact({ body });
    expect((await onlyContactOf(other)).email).toBe(body.email);
  });

  it("is refused with the owner's address", async () => {
    const owner = await signedInPerson(product);
    const body = contactBody({ email: owner.email.toUpperCase() });
    expect(await failureOf(owner.browser.createContact({ body }))).toMatchObject({
      code: 'contact_is_owner',
      fields: { email: 'contact_is_owner' },
    });
    expect((await owner.browser.listContacts()).contacts).toEqual([]);
  });

  it('treats all notations of an internationalised address as one, even at sign-up', async () => {
    const owner = await signedInPerson(product);
    const { kept, typed, wire } = cyrillicAddress();
    const create = ({ browser }: Pick<Person, 'browser'>, email: string) =>
      browser.createContact({ body: contactBody({ email }) });
    const { contact, invitation } = await create(owner, typed);
    expect(contact.email).toBe(kept);
    expect(invitation).toMatchObject({ sent: true, contact_email: kept });
    expect((await failureOf(create(owner, wire))).code).toBe('contact_email_taken');
    const { token } = invitationSecretsIn(await product.mailbox.latest(kept));
    await product.browser().acceptInvitation({ body: { token } });

    const browser = product.browser();
    await browser.signUp({ body: signUpBody(wire) });
    // The invitation, the confirmation card and the mail of the sign-up.
    const mails = await product.mailbox.receive(kept, 3);
    const mail = mails.find(({ message_id }) => message_id.startsWith('<verify'));
    await browser.verifyEmail({ body: { token: mail?.tokenOf('signup') ?? '' } });
    const { legacies } = await browser.listLegacies();
    expect(legacies).toMatchObject([{ user_id: owner.userId, trusted_contact_id: contact.id }]);
    expect((await failureOf(create({ browser }, typed))).code).toBe('contact_is_owner');
  });

  it("requires a guardian's consent for a minor", async () => {
    const owner = await signedInPerson(product);
    const refusal = await failureOf(
      owner.browser.createContact({ body: contactBody({ is_minor: true }) }),
    );
    expect(refusal.fields).toEqual({ has_guardian_consent: 'guardian_consent_required' });
    const body = contactBody({ is_minor: true, has_guardian_consent: true });
    const { contact } = await owner.browser.createContact({ body });
    expect(contact.guardian_consent_at).not.toBeNull();
  });

  it('puts the contact first in the list', async () => {
    const owner = await signedInPerson(product);
    const names = ['Первый', 'Второй', 'Третий'];
    for (const name of names) {
      await owner.browser.createContact({ body: contactBody({ name }) });
      product.clock.advance(1_000);
    }
    const { contacts } = await owner.browser.listContacts();
    expect(contacts.map(({ name }) => name)).toEqual(names.toReversed());
  });
});

describe('updating a contact', () => {
  it('keeps it confirmed if the e-mail is unchanged', async () => {
    const { owner, contact, token } = await invitedContact(product);
    await product.browser().acceptInvitation({ body: { token } });
    const body = contactBody({ email: contact.email, name: 'Анна Сидорова', notes: 'Новое' });
    const saved = await owner.browser.updateContact({ params: { id: contact.id }, body });
    expect(saved.invitation).toBeNull();
    expect(saved.contact).toMatchObject({
      ...{ name: 'Анна Сидорова', notes: 'Новое', status: 'confirmed', is_confirmed: true },
      invitation: contact.invitation,
    });
    expect(await onlyContactOf(owner)).toEqual(saved.contact);
    // One invitation and the confirmation card.
    const mails = await product.mailbox.receive(contact.email, 2);
    const names = mails.map(({ message_id }) => message_id.replace(/^<([a-z_]+)\..*$/, '$1'));
    expect(names.sort()).toEqual(['contact_card', 'contact_invitation']);
    expect(await eventKindsOf(owner)).toContain('contact_changed');
  });

  it('makes it pending with a new e-mail, and invalidates the former code and link', async () => {
    const { owner, contact, token, code } = await invitedContact(product);
    await product.browser().acceptInvitation({ body: { token } });
    const email = newAddress();
    const body = contactBody({ email });
    const saved = await owner.browser.updateContact({ params: { id: contact.id }, body });
    expect(saved.contact).toMatchObject({ email, status: 'pending', is_confirmed: false });
    expect(saved.invitation).toMatchObject({ sent: true, contact_email: email });
    const opened = product.browser().openInvitation({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    const fresh = invitationSecretsIn(await product.mailbox.latest(email));
    expect(fresh.token).not.toBe(token);
    const trial = { trusted_contact_id: contact.id, confirmation_code: code };
    expect((await failureOf(owner.browser.confirmContact({ body: trial }))).code).toBe(
      'invalid_code',
    );
    await owner.browser.confirmContact({ body: { ...trial, confirmation_code: fresh.code } });
    expect((await onlyContactOf(owner)).status).toBe('confirmed');
  });

  it('accepts an internationalised address; another notation of it changes nothing', async () => {
    const { owner, contact } = await invitedContact(product);
    const { kept, typed, wire } = cyrillicAddress();
    const change = (email: string) =>
      owner.browser.updateContact({ params: { id: contact.id }, body: contactBody({ email }) });
    expect(await change(typed)).toMatchObject({
      contact: { email: kept, status: 'pending' },
      invitation: { sent: true, contact_email: kept },
    });
    const { token } = invitationSecretsIn(await product.mailbox.latest(kept));
    await product.browser().acceptInvitation({ body: { token } });
    expect(await change(wire)).toMatchObject({
      contact: { email: kept, status: 'confirmed' },
      invitation: null,
    });
  });

  it("refuses the owner's address and that of another contact", async () => {
    const { owner, contact } = await invitedContact(product);
    const other = await owner.browser.createContact({ body: contactBody() });
    const change = (email: string) =>
      owner.browser.updateContact({ params: { id: contact.id }, body: contactBody({ email }) });
    expect(await failureOf(change(owner.email))).toMatchObject({ code: 'contact_is_owner' });
    expect(await failureOf(change(other.contact.email))).toMatchObject({
      code: 'contact_email_taken',
      fields: { email: 'contact_email_taken' },
    });
  });

  it("keeps the date of a guardian's consent, sets it when new, clears it when not needed", async () => {
    const { owner, contact } = await invitedContact(product);
    const save = async (isMinor: boolean) => {
      product.clock.advance(minute / 10);
      const body = contactBody({
        ...{ email: contact.email, is_minor: isMinor, has_guardian_consent: isMinor },
      });
      const saved = await owner.browser.updateContact({ params: { id: contact.id }, body });
      return saved.contact.guardian_consent_at;
    };
    const given = await save(true);
    expect(given).not.toBeNull();
    expect(await save(true)).toBe(given);
    expect(await save(false)).toBeNull();
    expect(await save(true)).not.toBe(given);
  });

  it('treats older notes written back to the row as damaged', async () => {
    const { owner, contact } = await invitedContact(product, { notes: 'Старое' });
    const notesOf = async () => {
      const [row] = await product.database.rows<{ notes: string }>(
        sql`select notes from trusted_contacts where id = ${contact.id}`,
      );
      return row?.notes;
    };
    const put = (notes: string | undefined) =>
      product.database.rows(
        sql`update trusted_contacts set notes = ${notes} where id = ${contact.id}`,
      );
    const older = await notesOf();
    const body = contactBody({ email: contact.email, notes: 'Новое' });
    await owner.browser.updateContact({ params: { id: contact.id }, body });
    const newer = await notesOf();
    await put(older);
    expect(await onlyContactOf(owner)).toMatchObject({ notes: '', is_unreadable: true });
    await put(newer);
    expect(await onlyContactOf(owner)).toMatchObject({ notes: 'Новое', is_unreadable: false });
  });

  it('can clear the sealed fields', async () => {
    const { owner, contact } = await invitedContact(product, { notes: 'x', address: 'y' });
    const body = contactBody({ email: contact.email });
    await owner.browser.updateContact({ params: { id: contact.id }, body });
    expect(await onlyContactOf(owner)).toMatchObject({ notes: '', address: '', relationship: '' });
  });
});
