import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  contactBody,
  eventKindsOf,
  invitedContact,
  onlyContactOf,
} from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const accept = (token: string) => product.browser().acceptInvitation({ body: { token } });
const decline = (token: string) => product.browser().declineInvitation({ body: { token } });
/** Waits for this number of mails. Returns the last one. */
const answerMail = (address: string, count = 1) => product.mailbox.latest(address, count);

describe('an invitation', () => {
  it('shows only owner and contact', async () => {
    const { owner, contact, token } = await invitedContact(product, {
      notes: 'только для себя',
      preferred_language: 'en',
    });
    const view = await product.browser().openInvitation({ body: { token } });
    expect(view).toEqual({
      owner_name: null,
      active_protocol: null,
      owner_email: owner.email,
      contact_name: contact.name,
      contact_email: contact.email,
      preferred_language: 'en',
      status: 'pending',
      expires_at: contact.invitation?.expires_at,
    });
    expect((await onlyContactOf(owner)).status).toBe('pending');
  });

  it('is accepted by link, without an account, and the owner is notified', async () => {
    const { owner, contact, token } = await invitedContact(product);
    expect((await accept(token)).status).toBe('confirmed');
    expect(await onlyContactOf(owner)).toMatchObject({ status: 'confirmed', is_confirmed: true });
    const mail = await answerMail(owner.email);
    expect(mail.subject).toBe(`${contact.name} принимает ваше приглашение`);
    expect(mail.text).toContain(contact.email);
  });

  it('is declined by link, and the owner is notified', async () => {
    const { owner, contact, token } = await invitedContact(product);
    expect((await decline(token)).status).toBe('declined');
    expect(await onlyContactOf(owner)).toMatchObject({ status: 'declined', is_confirmed: false });
    const mail = await answerMail(owner.email);
    expect(mail.subject).toBe(`${contact.name} не принимает ваше приглашение`);
  });

  it('can be answered again and differently; the owner is notified of changes only', async () => {
    const { owner, token } = await invitedContact(product);
    await accept(token);
    await accept(token);
    await answerMail(owner.email);
    await decline(token);
    await decline(token);
    await answerMail(owner.email, 2);
    expect((await accept(token)).status).toBe('confirmed');
    await answerMail(owner.email, 3);
    expect(await product.mailbox.receive(owner.email)).toHaveLength(3);
    expect(await eventKindsOf(owner)).toEqual([
      'contact_confirmed',
      'contact_declined',
      'contact_confirmed',
      'contact_added',
    ]);
  });

  it('is answered without a record of address and browser', async () => {
    const { owner, token } = await invitedContact(product);
    await decline(token);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    const declined = events.find(({ kind }) => kind === 'contact_declined');
    expect(declined).toMatchObject({ ip_address: null, user_agent: null });
    const added = events.find(({ kind }) => kind === 'contact_added');
    expect(added?.ip_address).not.toBeNull();
  });

  it('notifies an owner of at most ten answers of a contact an hour', async () => {
    const { owner, token } = await invitedContact(product);
    for (let count = 1; count <= 10; count++) {
      await (count % 2 ? accept(token) : decline(token));
      await answerMail(owner.email, count);
    }
    expect((await accept(token)).status).toBe('confirmed');
    const waiting = () =>
      product.database.rows(
        sql`select id from pgboss.job where data ->> 'mail' = 'contact_changed' and state < 'completed'`,
      );
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 15_000 });
    expect(await product.mailbox.receive(owner.email)).toHaveLength(10);
  });

  it('opens only with its token', async () => {
    const { contact, token } = await invitedContact(product);
    const others = ['x', contact.id, token.slice(0, -1), `${token}A`, 'a'.repeat(200)];
    for (const other of others) {
      expect((await failureOf(accept(other))).code).toBe('link_invalid');
    }
    expect((await failureOf(accept('a'.repeat(201)))).code).toBe('invalid_input');
  });

  it("becomes invalid when the owner's account is deleted", async () => {
    const { owner, token } = await invitedContact(product);
    await owner.browser.deleteAccount({
      body: { current_password: owner.password, confirmation_word: 'УДАЛИТЬ' },
    });
    expect((await failureOf(accept(token))).code).toBe('link_invalid');
  });
});

describe('concurrent requests', () => {
  it('to accept and to decline are processed one after the other', async () => {
    for (let round = 0; round < 2; round++) {
      const { owner, token } = await invitedContact(product);
      const answers = await Promise.all([accept(token), decline(token)]);
      expect(answers.map(({ status }) => status)).toEqual(['confirmed', 'declined']);
      const [latest] = await eventKindsOf(owner);
      const { status } = await onlyContactOf(owner);
      expect(`contact_${status}`).toBe(latest);
      expect(await eventKindsOf(owner)).toHaveLength(3);
    }
  });

  it('to accept and to remove leave no partial contact', async () => {
    for (let round = 0; round < 2; round++) {
      const { owner, contact, token } = await invitedContact(product);
      const [removal, answer] = await Promise.allSettled([
        owner.browser.deleteContact({ params: { id: contact.id }, query: {} }),
        accept(token),
      ]);
      expect(removal.status).toBe('fulfilled');
      if (answer.status === 'rejected') expect(answer.reason.code).toBe('link_invalid');
      expect((await owner.browser.listContacts()).contacts).toEqual([]);
      expect((await failureOf(accept(token))).code).toBe('link_invalid');
    }
  });

  it('never accept for an address that the invitation was not mailed to', async () => {
    for (let round = 0; round < 2; round++) {
      const { owner, contact, token } = await invitedContact(product);
      const [change] = await Promise.allSettled([
        owner.browser.updateContact({ params: { id: contact.id }, body: contactBody() }),
        accept(token),
      ]);
      expect(change.status).toBe('fulfilled');
      expect((await onlyContactOf(owner)).status).toBe('pending');
    }
  });

  it('of many owners finish without a deadlock', async () => {
    const invited = await Promise.all(Array.from({ length: 4 }, () => invitedContact(product)));
    const outcomes = await Promise.allSettled(
      invited.flatMap(({ owner, contact, token, code }) => [
        accept(token),
        decline(token),
        owner.browser.confirmContact({
          body: { trusted_contact_id: contact.id, confirmation_code: code },
        }),
        owner.browser.sendConfirmationEmail({ body: { p_contact_id: contact.id } }),
        owner.browser.updateContact({
          params: { id: contact.id },
          body: contactBody({ email: contact.email }),
        }),
        owner.browser.deleteContact({ params: { id: contact.id }, query: {} }),
      ]),
    );
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'ok'));
    expect(codes.filter((code) => code === 'internal_error')).toEqual([]);
    for (const { owner } of invited) {
      expect((await owner.browser.listContacts()).contacts).toEqual([]);
    }
  });
});
