import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../../../../../test/activations.ts';
import {
  acceptedContact,
  contactBody,
  contactSeenBy,
  eventKindsOf,
  reconfirmationTokenIn,
  requestReconfirmationsAfter,
  setStatus,
} from '../../../../../test/contacts.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress, signInAgain } from '../../../../../test/people.ts';
import { payFor, trustedPersonOf } from '../../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { writeInstruction } from '../../../../../test/vault-fixtures.ts';
import { requestReconfirmations } from './request-reconfirmations.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());
// Contacts of earlier tests would get requests too.
beforeEach(() => product.database.rows(sql`update trusted_contacts set status = 'declined'`));

const mailsTo = (address: string, count: number) => product.mailbox.receive(address, count);
const reconfirm = (token: string) => product.browser().answerReconfirmation({ body: { token } });
const decline = (token: string) => product.browser().declineReconfirmation({ body: { token } });
const open = (token: string) => product.browser().openReconfirmation({ body: { token } });

/** A contact with a pending first request, and its link. */
async function askedContact() {
  const accepted = await acceptedContact(product);
  await requestReconfirmationsAfter(product, 365);
  const mail = await product.mailbox.latest(accepted.contact.email, 3);
  return { ...accepted, mail, token: reconfirmationTokenIn(mail) };
}

describe('the reconfirmation', () => {
  it('is requested from a confirmed contact after a year, reminded twice, then paused', async () => {
    const { contact, owner } = await acceptedContact(product);
    await requestReconfirmationsAfter(product, 364);
    await requestReconfirmationsAfter(product, 1);
    const [, , request] = await mailsTo(contact.email, 3);
    expect(request?.subject).toContain('на вас по-прежнему можно рассчитывать?');
    expect(request?.text).toContain(owner.email);
    await requestReconfirmationsAfter(product, 13);
    await requestReconfirmationsAfter(product, 1);
    await requestReconfirmationsAfter(product, 14);
    await requestReconfirmationsAfter(product, 300);
    const mails = (await mailsTo(contact.email, 5)).slice(2);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(reconfirmationTokenIn)).size).toBe(1);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(3);
    expect(mails.map(({ text }) => text.includes('ответа пока нет'))).toEqual([false, true, true]);
    expect(await contactSeenBy(owner)).toMatchObject({ status: 'confirmed', is_confirmed: true });
  });

  it('is not answered by opening its page', async () => {
    const { owner, contact, token } = await askedContact();
    expect(await open(token)).toEqual({
      owner_name: null,
      owner_email: owner.email,
      contact_name: contact.name,
      contact_email: contact.email,
      preferred_language: 'ru',
      status: 'confirmed',
      is_answered: false,
    });
    expect((await contactSeenBy(owner)).yearly?.asked_at).not.toBeNull();
  });

  it('is recorded by link: the owner sees the day, reminders stop, a new year starts', async () => {
    const { owner, contact, token } = await askedContact();
    expect(await reconfirm(token)).toMatchObject({ status: 'confirmed', is_answered: true });
    expect(await reconfirm(token)).toMatchObject({ is_answered: true });
    const seen = await contactSeenBy(owner);
    expect(seen.yearly?.asked_at).toBeNull();
    expect(new Date(seen.yearly?.confirmed_at ?? '').getTime()).toBeCloseTo(
      product.clock.now().getTime(),
      -6,
    );
    expect((await eventKindsOf(owner)).slice(0, 2)).toEqual([
      'contact_confirmed',
      'contact_confirmed',
    ]);
    await requestReconfirmationsAfter(product, 364);
    expect(await mailsTo(contact.email, 3)).toHaveLength(3);
    await requestReconfirmationsAfter(product, 1);
    const mail = await product.mailbox.latest(contact.email, 4);
    expect(reconfirmationTokenIn(mail)).not.toBe(token);
    expect(await failureOf(open(token))).toMatchObject({ code: 'link_invalid' });
  });

  it('can be declined by link: the owner is mailed and the link becomes invalid', async () => {
    const { owner, contact, token } = await askedContact();
    expect(await decline(token)).toMatchObject({ status: 'declined' });
    const notice = await product.mailbox.latest(owner.email, 2);
    expect(notice.subject).toBe(`${contact.name} не принимает ваше приглашение`);
    expect(await contactSeenBy(owner)).toMatchObject({ status: 'declined', yearly: null });
    for (const call of [open, reconfirm, decline]) {
      expect(await failureOf(call(token))).toMatchObject({ code: 'link_invalid' });
    }
    await requestReconfirmationsAfter(product, 14);
    expect(await mailsTo(contact.email, 3)).toHaveLength(3);
  });

  it('is cancelled, with its link, when the owner changes the address', async () => {
    const { owner, contact, token } = await askedContact();
    await signInAgain(owner);
    await owner.browser.proveSession({ body: { current_password: owner.password } });
    const email = newAddress();
    await owner.browser.updateContact({
      params: { id: contact.id },
      body: contactBody({ name: contact.name, email }),
    });
    expect(await failureOf(open(token))).toMatchObject({ code: 'link_invalid' });
    await requestReconfirmationsAfter(product, 400);
    expect(await mailsTo(email, 1)).toHaveLength(1);
  });

  it('has a link that expires after a year', async () => {
    const { token } = await askedContact();
    product.clock.advance(365 * 24 * 60 * 60 * 1000);
    for (const call of [open, reconfirm, decline]) {
      expect(await failureOf(call(token))).toMatchObject({ code: 'link_expired' });
    }
  });

  it('is requested once by two concurrent workers', async () => {
    const { contact } = await acceptedContact(product);
    product.clock.advance(365 * 24 * 60 * 60 * 1000);
    await Promise.all([requestReconfirmations(product.ctx), requestReconfirmations(product.ctx)]);
    await requestReconfirmations(product.ctx);
    const mailJobs = await product.database.rows(sql`
      select 1 from contact_reconfirmations c inner join pgboss.job j
        on j.name = 'mail' and j.data -> 'ids' ->> 'link_id' = c.link_id::text
      where c.contact_id = ${contact.id}`);
    expect(mailJobs).toHaveLength(1);
  });

  it('is paused while the protocol is under way and while the owner misses check-ins', async () => {
    const requestsTo = async (email: string, count: number) =>
      (await mailsTo(email, count)).filter(({ text }) => text.includes('/reconfirmation')).length;
    const starting = await acceptedContact(product);
    await signInAgain(starting.owner);
    const starter = await trustedPersonOf(product, starting.owner);
    await writeInstruction(starting.owner, { trusted_contact_ids: [starter.contactId] });
    await start(starting.owner, starter);
    const silent = await acceptedContact(product);
    await product.database.rows(sql`
      insert into check_in_rounds (id, user_id, silent_since, started_at)
      values (gen_random_uuid(), ${silent.owner.userId}, now(), now())`);
    const usual = await acceptedContact(product);
    await requestReconfirmationsAfter(product, 366);
    expect(await requestsTo(usual.contact.email, 3)).toBe(1);
    expect(await requestsTo(starting.contact.email, 2)).toBe(0);
    expect(await requestsTo(silent.contact.email, 2)).toBe(0);
    await product.database.rows(sql`
      update check_in_rounds set ended_at = now(), ended_by = 'seen'
      where user_id = ${silent.owner.userId}`);
    await requestReconfirmationsAfter(product, 1);
    expect(await requestsTo(silent.contact.email, 3)).toBe(1);
  });

  it("is paused while the owner's protocol is active", async () => {
    const { owner, contact, token } = await askedContact();
    await signInAgain(owner);
    const starter = await trustedPersonOf(product, owner);
    await writeInstruction(owner, { trusted_contact_ids: [starter.contactId, contact.id] });
    await payFor(owner, starter);
    // As if the contact had accepted only after the start of the protocol.
    await setStatus(product.database, contact.id, 'confirmed');
    await requestReconfirmationsAfter(product, 20);
    const requests = (await mailsTo(contact.email, 3)).filter(({ text }) =>
      text.includes('/reconfirmation'),
    );
    expect(requests).toHaveLength(1);
    await setStatus(product.database, contact.id, 'activated');
    expect(await reconfirm(token)).toMatchObject({ status: 'activated' });
    expect(await failureOf(decline(token))).toMatchObject({ code: 'contact_activated' });
  });

  it('is a readiness finding after a month, until it is answered', async () => {
    const { owner, contact, token } = await askedContact();
    const unanswered = async () => {
      await signInAgain(owner);
      const { findings } = await owner.browser.getReadiness();
      return findings.filter(({ kind }) => kind === 'contacts_unanswered');
    };
    product.clock.advance(29 * 24 * 60 * 60 * 1000);
    expect(await unanswered()).toEqual([]);
    product.clock.advance(24 * 60 * 60 * 1000);
    expect(await unanswered()).toEqual([
      {
        kind: 'contacts_unanswered',
        gravity: 'advice',
        count: 1,
        concerned: [{ id: contact.id, name: contact.name }],
      },
    ]);
    await reconfirm(token);
    expect(await unanswered()).toEqual([]);
  });

  it('stores its token in no table and no job', async () => {
    const { token } = await askedContact();
    const rows = await product.database.rows<{ found: boolean }>(sql`
      select exists (select 1 from contact_reconfirmations c where c::text like ${`%${token}%`})
        or exists (select 1 from pgboss.job j where j::text like ${`%${token}%`}) as found`);
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('a signed-in contact', () => {
  it('sees the request in the list of legacies and answers it; listing does not answer', async () => {
    const { owner, contact } = await acceptedContact(product);
    const person = await trustedPersonOf(product, owner);
    // The account gets the address of the invited contact.
    await product.database.rows(sql`
      delete from trusted_contacts where id = ${person.contactId} returning id`);
    await product.database.rows(sql`
      update users set email = ${contact.email} where id = ${person.userId} returning id`);
    await requestReconfirmationsAfter(product, 365);
    await signInAgain({ ...person, email: contact.email });
    const entry = async () => {
      const { legacies } = await person.browser.listLegacies();
      return legacies[0];
    };
    expect((await entry())?.reconfirmation_asked_at).not.toBeNull();
    expect((await entry())?.reconfirmation_asked_at).not.toBeNull();
    await person.browser.reconfirmAsContact({ params: { id: contact.id } });
    await person.browser.reconfirmAsContact({ params: { id: contact.id } });
    expect((await entry())?.reconfirmation_asked_at).toBeNull();
    await requestReconfirmationsAfter(product, 14);
    expect((await contactSeenBy(owner)).yearly?.asked_at).toBeNull();
  });
});
