import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../../../../../test/activation-fixture.ts';
import { contactBody, eventKindsOf, setStatus } from '../../../../../test/contacts.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress } from '../../../../../test/people.ts';
import { payFor, trustedPersonOf } from '../../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { writeInstruction } from '../../../../../test/vault-fixtures.ts';
import {
  acceptedContact,
  askAfter,
  contactAsSeenBy,
  signInAgain,
  stillHereToken,
} from '../../../../../test/yearly.ts';
import { askContacts } from './ask-contacts.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());
// Contacts of earlier tests would be asked along with this one.
beforeEach(() => product.database.rows(sql`update trusted_contacts set status = 'declined'`));

const mailsTo = (address: string, count: number) => product.mailbox.receive(address, count);
const yes = (token: string) => product.browser().answerReconfirmation({ body: { token } });
const no = (token: string) => product.browser().declineReconfirmation({ body: { token } });
const open = (token: string) => product.browser().openReconfirmation({ body: { token } });

/** A contact who has been asked for the first time, with the link of the question. */
async function askedContact() {
  const accepted = await acceptedContact(product);
  await askAfter(product, 365);
  const mail = await product.mailbox.latest(accepted.contact.email, 3);
  return { ...accepted, mail, token: stillHereToken(mail) };
}

describe('the yearly question', () => {
  it('goes to a confirmed contact after a year, is repeated twice and then rests', async () => {
    const { contact, owner } = await acceptedContact(product);
    await askAfter(product, 364);
    await askAfter(product, 1);
    const [, , question] = await mailsTo(contact.email, 3);
    expect(question?.subject).toContain('рассчитывает на вас. Всё по-прежнему так?');
    expect(question?.text).toContain(owner.email);
    await askAfter(product, 13);
    await askAfter(product, 1);
    await askAfter(product, 14);
    await askAfter(product, 300);
    const mails = (await mailsTo(contact.email, 5)).slice(2);
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(stillHereToken)).size).toBe(1);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(3);
    expect(mails.map(({ text }) => text.includes('пока не получили ответа'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(await contactAsSeenBy(owner)).toMatchObject({ status: 'confirmed', is_confirmed: true });
  });

  it('changes nothing when its page is opened', async () => {
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
    expect((await contactAsSeenBy(owner)).yearly?.asked_at).not.toBeNull();
  });

  it('is answered with a yes: the owner sees the day, no reminder follows, a year begins', async () => {
    const { owner, contact, token } = await askedContact();
    expect(await yes(token)).toMatchObject({ status: 'confirmed', is_answered: true });
    expect(await yes(token)).toMatchObject({ is_answered: true });
    const seen = await contactAsSeenBy(owner);
    expect(seen.yearly?.asked_at).toBeNull();
    expect(new Date(seen.yearly?.confirmed_at ?? '').getTime()).toBeCloseTo(
      product.clock.now().getTime(),
      -6,
    );
    expect((await eventKindsOf(owner)).slice(0, 2)).toEqual([
      'contact_confirmed',
      'contact_confirmed',
    ]);
    await askAfter(product, 364);
    expect(await mailsTo(contact.email, 3)).toHaveLength(3);
    await askAfter(product, 1);
    const mail = await product.mailbox.latest(contact.email, 4);
    expect(stillHereToken(mail)).not.toBe(token);
    expect(await failureOf(open(token))).toMatchObject({ code: 'link_invalid' });
  });

  it('is answered with a no like an invitation: declined, the owner mailed, the link over', async () => {
    const { owner, contact, token } = await askedContact();
    expect(await no(token)).toMatchObject({ status: 'declined' });
    const told = await product.mailbox.latest(owner.email, 2);
    expect(told.subject).toBe(`${contact.name} не принимает ваше приглашение`);
    expect(await contactAsSeenBy(owner)).toMatchObject({ status: 'declined', yearly: null });
    for (const call of [open, yes, no]) {
      expect(await failureOf(call(token))).toMatchObject({ code: 'link_invalid' });
    }
    await askAfter(product, 14);
    expect(await mailsTo(contact.email, 3)).toHaveLength(3);
  });

  it('does not go to somebody who got another address, and its link ends', async () => {
    const { owner, contact, token } = await askedContact();
    await signInAgain(owner);
    await owner.browser.proveSession({ body: { current_password: owner.password } });
    const email = newAddress();
    await owner.browser.updateContact({
      params: { id: contact.id },
      body: contactBody({ name: contact.name, email }),
    });
    expect(await failureOf(open(token))).toMatchObject({ code: 'link_invalid' });
    await askAfter(product, 400);
    expect(await mailsTo(email, 1)).toHaveLength(1);
  });

  it('has a link that ends after a year', async () => {
    const { token } = await askedContact();
    product.clock.advance(365 * 24 * 60 * 60 * 1000);
    for (const call of [open, yes, no]) {
      expect(await failureOf(call(token))).toMatchObject({ code: 'link_expired' });
    }
  });

  it('is asked by one of two workers, once', async () => {
    const { contact } = await acceptedContact(product);
    product.clock.advance(365 * 24 * 60 * 60 * 1000);
    await Promise.all([askContacts(product.ctx), askContacts(product.ctx)]);
    await askContacts(product.ctx);
    const orders = await product.database.rows(sql`
      select 1 from contact_checks c inner join pgboss.job j
        on j.name = 'mail' and j.data -> 'ids' ->> 'link_id' = c.link_id::text
      where c.contact_id = ${contact.id}`);
    expect(orders).toHaveLength(1);
  });

  it('rests while a start of the protocol is under way, and while the owner leaves check-ins unanswered', async () => {
    const questionsTo = async (email: string, count: number) =>
      (await mailsTo(email, count)).filter(({ text }) => text.includes('/still-here')).length;
    const starting = await acceptedContact(product);
    await signInAgain(starting.owner);
    const starter = await trustedPersonOf(product, starting.owner);
    await writeInstruction(starting.owner, { trusted_contact_ids: [starter.contactId] });
    await start(starting.owner, starter);
    const silent = await acceptedContact(product);
    await product.database.rows(sql`
      insert into presence_rounds (id, user_id, silent_since, started_at)
      values (gen_random_uuid(), ${silent.owner.userId}, now(), now())`);
    const usual = await acceptedContact(product);
    await askAfter(product, 366);
    expect(await questionsTo(usual.contact.email, 3)).toBe(1);
    expect(await questionsTo(starting.contact.email, 2)).toBe(0);
    expect(await questionsTo(silent.contact.email, 2)).toBe(0);
    await product.database.rows(sql`
      update presence_rounds set ended_at = now(), ended_by = 'seen'
      where user_id = ${silent.owner.userId}`);
    await askAfter(product, 1);
    expect(await questionsTo(silent.contact.email, 3)).toBe(1);
  });

  it('rests while the protocol of the owner is active', async () => {
    const { owner, contact, token } = await askedContact();
    await signInAgain(owner);
    const starter = await trustedPersonOf(product, owner);
    await writeInstruction(owner, { trusted_contact_ids: [starter.contactId, contact.id] });
    await payFor(owner, starter);
    // As if the contact had agreed only afterwards.
    await setStatus(product.database, contact.id, 'confirmed');
    await askAfter(product, 20);
    const questions = (await mailsTo(contact.email, 3)).filter(({ text }) =>
      text.includes('/still-here'),
    );
    expect(questions).toHaveLength(1);
    await setStatus(product.database, contact.id, 'activated');
    expect(await yes(token)).toMatchObject({ status: 'activated' });
    expect(await failureOf(no(token))).toMatchObject({ code: 'contact_activated' });
  });

  it('is named among what is not ready a month later, until it is answered', async () => {
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
    await yes(token);
    expect(await unanswered()).toEqual([]);
  });

  it('keeps its link out of table and queue', async () => {
    const { token } = await askedContact();
    const rows = await product.database.rows<{ found: boolean }>(sql`
      select exists (select 1 from contact_checks c where c::text like ${`%${token}%`})
        or exists (select 1 from pgboss.job j where j::text like ${`%${token}%`}) as found`);
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('a contact who is signed in', () => {
  it('sees the question beside the owner and answers it; looking alone is no answer', async () => {
    const { owner, contact } = await acceptedContact(product);
    const person = await trustedPersonOf(product, owner);
    // The account of the very contact who was invited.
    await product.database.rows(sql`
      delete from trusted_contacts where id = ${person.contactId} returning id`);
    await product.database.rows(sql`
      update users set email = ${contact.email} where id = ${person.userId} returning id`);
    await askAfter(product, 365);
    await signInAgain({ ...person, email: contact.email });
    const entry = async () => {
      const { legacies } = await person.browser.listLegacies();
      return legacies[0];
    };
    expect((await entry())?.still_here_asked_at).not.toBeNull();
    expect((await entry())?.still_here_asked_at).not.toBeNull();
    await person.browser.reconfirmAsContact({ params: { id: contact.id } });
    await person.browser.reconfirmAsContact({ params: { id: contact.id } });
    expect((await entry())?.still_here_asked_at).toBeNull();
    await askAfter(product, 14);
    expect((await contactAsSeenBy(owner)).yearly?.asked_at).toBeNull();
  });
});
