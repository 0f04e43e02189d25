import { randomUUID } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  contactBody,
  eventKindsOf,
  invitedContact,
  onlyContactOf,
  secretsIn,
  setStatus,
} from '../../../test/contacts.ts';
import { failureOf } from '../../../test/failure-of.ts';
import { newAddress, signedInPerson } from '../../../test/people.ts';
import { minute } from '../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('naming a trusted contact', () => {
  it('keeps all that was told, lower-cases the address and mails an invitation', async () => {
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

  it('is refused beyond the limit, however many are sent at once', async () => {
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

  it('is refused with an address that another contact of the owner has, also at once', async () => {
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

  it('is refused with the own address', async () => {
    const owner = await signedInPerson(product);
    const body = contactBody({ email: owner.email.toUpperCase() });
    expect(await failureOf(owner.browser.createContact({ body }))).toMatchObject({
      code: 'contact_is_owner',
      fields: { email: 'contact_is_owner' },
    });
    expect((await owner.browser.listContacts()).contacts).toEqual([]);
  });

  it('asks for the consent of a legal representative where the person is a minor', async () => {
    const owner = await signedInPerson(product);
    const refusal = await failureOf(
      owner.browser.createContact({ body: contactBody({ is_minor: true }) }),
    );
    expect(refusal.fields).toEqual({ has_guardian_consent: 'guardian_consent_required' });
    const body = contactBody({ is_minor: true, has_guardian_consent: true });
    const { contact } = await owner.browser.createContact({ body });
    expect(contact.guardian_consent_at).not.toBeNull();
  });

  it('lists the newest first', async () => {
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

describe('changing a trusted contact', () => {
  it('leaves a confirmed one confirmed while the e-mail stays', async () => {
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
    expect(await product.mailbox.receive(contact.email)).toHaveLength(1);
    expect(await eventKindsOf(owner)).toContain('contact_changed');
  });

  it('makes it pending again with another e-mail, and ends the former code and link', async () => {
    const { owner, contact, token, code } = await invitedContact(product);
    await product.browser().acceptInvitation({ body: { token } });
    const email = newAddress();
    const body = contactBody({ email });
    const saved = await owner.browser.updateContact({ params: { id: contact.id }, body });
    expect(saved.contact).toMatchObject({ email, status: 'pending', is_confirmed: false });
    expect(saved.invitation).toMatchObject({ sent: true, contact_email: email });
    const opened = product.browser().openInvitation({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    const fresh = secretsIn(await product.mailbox.latest(email));
    expect(fresh.token).not.toBe(token);
    const trial = { trusted_contact_id: contact.id, confirmation_code: code };
    expect((await failureOf(owner.browser.confirmContact({ body: trial }))).code).toBe(
      'invalid_code',
    );
    await owner.browser.confirmContact({ body: { ...trial, confirmation_code: fresh.code } });
    expect((await onlyContactOf(owner)).status).toBe('confirmed');
  });

  it('refuses the own address and one that another contact has', async () => {
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

  it('keeps the date of a consent, sets it when it is new, drops it when it is not needed', async () => {
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

  it('binds what is sealed to its writing: older notes put back show as damaged', async () => {
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

  it('empties what was sealed', async () => {
    const { owner, contact } = await invitedContact(product, { notes: 'x', address: 'y' });
    const body = contactBody({ email: contact.email });
    await owner.browser.updateContact({ params: { id: contact.id }, body });
    expect(await onlyContactOf(owner)).toMatchObject({ notes: '', address: '', relationship: '' });
  });
});

describe('removing a trusted contact', () => {
  it('ends its code and link and makes room for another', async () => {
    const { owner, contact, token } = await invitedContact(product);
    const deleted = await owner.browser.deleteContact({ params: { id: contact.id }, query: {} });
    expect(deleted).toEqual({ affected_instructions: 0, orphaned_instructions: 0 });
    expect((await owner.browser.listContacts()).contacts).toEqual([]);
    const opened = product.browser().openInvitation({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    await owner.browser.createContact({ body: contactBody({ email: contact.email }) });
    expect(await eventKindsOf(owner)).toContain('contact_removed');
  });

  it('puts only another contact of the same owner in its place', async () => {
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

describe('removing a contact that instructions name', () => {
  it('says how many are left to nobody, or puts another in its place', async () => {
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

describe('a contact that took part in an activation', () => {
  it('can be neither changed, removed, invited, confirmed nor declined', async () => {
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
