import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForMails } from '../../../../test/check-ins.ts';
import { setStatus } from '../../../../test/contacts.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson, signInAgain } from '../../../../test/people.ts';
import { payFor } from '../../../../test/protocol.ts';
import {
  latestRehearsalOf,
  mailsAbout,
  ownerWithContacts,
  resultMail,
  startRehearsal,
  statesOf,
  testMail,
} from '../../../../test/rehearsal.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { endRehearsals } from './end-rehearsal.ts';

const hour = 3_600_000;
const day = 24 * hour;

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const open = (token: string) => product.browser().openRehearsal({ body: { token } });
const answer = (token: string) => product.browser().answerRehearsal({ body: { token } });
const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

async function startedWith(size: number) {
  const { owner, contacts } = await ownerWithContacts(product, size);
  return { owner, contacts, tokens: await startRehearsal(product, owner, contacts) };
}

async function expireRehearsal(owner: Person) {
  product.clock.advance(14 * day);
  await endRehearsals(product.ctx);
  await signInAgain(owner);
}

describe('a rehearsal', () => {
  it('mails every confirmed contact, marked as a test and without content', async () => {
    const { owner, contacts } = await ownerWithContacts(product, 2);
    const pending = await addContact(owner);
    await writeInstruction(owner, {
      ...{ title: 'Ключ от сейфа', content: 'Под половицей' },
      trusted_contact_ids: contacts.map(({ contactId }) => contactId),
    });
    await startRehearsal(product, owner, contacts);
    for (const { email } of contacts) {
      const [mail] = await mailsAbout(product, email, testMail);
      expect(mail?.text).toContain('Ничего не случилось');
      expect(mail?.text).toContain(owner.email);
      expect(mail?.text).not.toMatch(/сейф|половиц/);
    }
    await waitForMails(product);
    expect(await mailsAbout(product, pending.email, testMail, 0)).toEqual([]);
    expect(await statesOf(owner)).toEqual([
      ['contact', 'asked'],
      ['contact', 'asked'],
    ]);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toContain('rehearsal_started');
  });

  it('previews the mail', async () => {
    const { owner, contacts } = await ownerWithContacts(product);
    const { plan } = await owner.browser.getRehearsals();
    await startRehearsal(product, owner, contacts);
    const [mail] = await mailsAbout(product, contacts[0]?.email ?? '', testMail);
    expect(plan.contact_mail.subject).toBe(mail?.subject);
    const text = mail?.text.replace(/\s+/g, ' ');
    for (const paragraph of plan.contact_mail.paragraphs) expect(text).toContain(paragraph);
  });

  it('requires a confirmed contact and no open rehearsal', async () => {
    const owner = await signedInPerson(product);
    await addContact(owner);
    expect(await codeOf(owner.browser.startRehearsal({ body: {} }))).toBe('no_confirmed_contact');
    const { owner: other } = await startedWith(1);
    expect(await codeOf(other.browser.startRehearsal({ body: {} }))).toBe('rehearsal_running');
  });

  it('starts once on concurrent requests', async () => {
    const { owner } = await ownerWithContacts(product);
    const starts = await Promise.allSettled(
      Array.from({ length: 4 }, () => owner.browser.startRehearsal({ body: {} })),
    );
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.browser.getRehearsals()).rehearsals).toHaveLength(1);
  });

  it('can be started again after a day', async () => {
    const { owner, tokens } = await startedWith(1);
    await answer(tokens[0] ?? '');
    const early = await failureOf(owner.browser.startRehearsal({ body: {} }));
    expect(early).toMatchObject({
      code: 'rehearsal_too_soon',
      facts: { until: expect.any(String) },
    });
    product.clock.advance(day);
    await signInAgain(owner);
    await owner.browser.startRehearsal({ body: {} });
    expect((await owner.browser.getRehearsals()).rehearsals).toHaveLength(2);
    // The link of the previous rehearsal does not count as an answer to the new one.
    const [first] = tokens;
    expect(await answer(first ?? '')).toMatchObject({ state: 'answered' });
    expect((await latestRehearsalOf(owner)).parts[0]).toMatchObject({ state: 'asked' });
  });

  it('is deleted when twelve newer ones exist', async () => {
    const { owner } = await ownerWithContacts(product);
    await product.database.rows(sql`
      insert into rehearsals (id, user_id, started_at, ends_at, ended_at, ended_by, mails_recipients)
      select gen_random_uuid(), ${owner.userId}, at, at, at, 'time', false
      from (select now() - make_interval(days => 400 + number) as at
        from generate_series(1, 14) as number) as old`);
    await owner.browser.startRehearsal({ body: {} });
    const { rehearsals } = await owner.browser.getRehearsals();
    expect(rehearsals).toHaveLength(12);
    expect(rehearsals[0]?.ended_at).toBeNull();
  });
});

describe('an answer', () => {
  it('requires the button, and counts once', async () => {
    const { owner, tokens } = await startedWith(2);
    const [token = ''] = tokens;
    expect(await open(token)).toMatchObject({ state: 'asked', owner_email: owner.email });
    expect((await statesOf(owner))[0]).toEqual(['contact', 'asked']);
    product.clock.advance(2 * hour + 5 * 60_000);
    expect(await answer(token)).toMatchObject({ state: 'answered', asks_for_pin: false });
    await signInAgain(owner);
    const before = await latestRehearsalOf(owner);
    product.clock.advance(hour);
    await answer(token);
    await signInAgain(owner);
    expect(await latestRehearsalOf(owner)).toEqual(before);
    const answered = before.parts.find(({ state }) => state === 'answered');
    const took = +new Date(answered?.answered_at ?? '') - +new Date(before.started_at);
    expect(Math.floor(took / 60_000)).toBe(125);
  });

  it('ends the rehearsal if it was the last, and the owner gets one result', async () => {
    const { owner, tokens } = await startedWith(2);
    await answer(tokens[0] ?? '');
    expect((await latestRehearsalOf(owner)).ended_at).toBeNull();
    await answer(tokens[1] ?? '');
    expect(await latestRehearsalOf(owner)).toMatchObject({ ended_by: 'complete' });
    const [result] = await mailsAbout(product, owner.email, resultMail);
    expect(result?.subject).toBe('Репетиция прошла хорошо: ответили все');
    expect(result?.text).toContain('Ответили: 2 из 2');
    await endRehearsals(product.ctx);
    expect(await mailsAbout(product, owner.email, resultMail)).toHaveLength(1);
    const { findings, rehearsal } = await owner.browser.getReadiness();
    expect(rehearsal).toMatchObject({ answered: 2, contacts: 2, is_open: false });
    expect(findings.map(({ kind }) => kind)).not.toContain('rehearsal_failed');
  });

  it('has no effect after the end', async () => {
    const { owner, tokens } = await startedWith(1);
    await expireRehearsal(owner);
    expect(await latestRehearsalOf(owner)).toMatchObject({ ended_by: 'time' });
    expect(await answer(tokens[0] ?? '')).toMatchObject({ state: 'over', asks_for_pin: false });
    expect(await statesOf(owner)).toEqual([['contact', 'no_answer']]);
    const [result] = await mailsAbout(product, owner.email, resultMail);
    expect(result?.text).toContain('1 человек не ответил');
    const { findings } = await owner.browser.getReadiness();
    expect(findings.map(({ kind }) => kind)).toContain('rehearsal_failed');
  });

  it('has no effect after 14 days, even before the job ended the rehearsal', async () => {
    const { owner, tokens } = await startedWith(1);
    product.clock.advance(14 * day);
    expect(await answer(tokens[0] ?? '')).toMatchObject({ state: 'over' });
    await endRehearsals(product.ctx);
    await endRehearsals(product.ctx);
    await signInAgain(owner);
    expect(await statesOf(owner)).toEqual([['contact', 'no_answer']]);
    const { events } = await owner.browser.listSecurityEvents({ query: {} });
    expect(events.filter(({ kind }) => kind === 'rehearsal_ended')).toHaveLength(1);
  });

  it('is refused with an unknown token', async () => {
    expect(await codeOf(open('made-up'))).toBe('link_invalid');
    expect(await codeOf(answer('made-up'))).toBe('link_invalid');
  });

  it('does not count for a contact who changed the address, declined or was removed', async () => {
    const { owner, contacts, tokens } = await startedWith(3);
    const [moved, declined, removed] = contacts;
    if (!moved || !declined || !removed) throw new Error('expected three contacts');
    await product.database.rows(sql`
      update trusted_contacts set email = ${newAddress()} where id = ${moved.contactId}`);
    await setStatus(product.database, declined.contactId, 'declined');
    await owner.browser.deleteContact({ params: { id: removed.contactId }, query: {} });
    for (const token of tokens) expect(await codeOf(answer(token))).toBe('link_invalid');
    const { parts } = await latestRehearsalOf(owner);
    expect(parts.map(({ state }) => state)).toEqual(['asked', 'asked']);
    expect(parts.find(({ contact_id }) => contact_id === moved.contactId)).toMatchObject({
      is_address_changed: true,
      email: moved.email,
    });
  });

  it('counts as a reconfirmation, and postpones the next one', async () => {
    const { contacts, tokens } = await startedWith(2);
    const [asked, quiet] = contacts;
    const now = product.clock.now();
    await product.database.rows(sql`
      insert into contact_reconfirmations (contact_id, due_at, asked_at, link_id, link_digest, mailed_at)
      values (${asked?.contactId}, ${now}, ${now}, gen_random_uuid(), 'unknown digest', ${now}),
        (${quiet?.contactId}, ${now}, null, null, null, null)`);
    for (const token of tokens) await answer(token);
    const rows = await product.database.rows<{ asked_at: string | null; due_in: number }>(sql`
      select asked_at, round(extract(epoch from due_at - ${now}) / 86400)::int as due_in
      from contact_reconfirmations where contact_id in (${asked?.contactId}, ${quiet?.contactId})`);
    expect(rows).toEqual(Array(2).fill({ asked_at: null, due_in: 365 }));
  });
});

describe('the end of a rehearsal', () => {
  it('can be requested by the owner, without a result mail, only while open', async () => {
    const { owner, tokens } = await startedWith(1);
    const { rehearsals } = await owner.browser.endRehearsal({});
    expect(rehearsals[0]).toMatchObject({ ended_by: 'owner', parts: [{ state: 'no_answer' }] });
    expect(await answer(tokens[0] ?? '')).toMatchObject({ state: 'over' });
    expect(await codeOf(owner.browser.endRehearsal({}))).toBe('rehearsal_not_running');
    await waitForMails(product);
    expect(await mailsAbout(product, owner.email, resultMail, 0)).toEqual([]);
  });

  it('follows a real start, which also prevents answers and further rehearsals', async () => {
    const { owner, contacts, tokens } = await startedWith(1);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    await writeInstruction(owner, { trusted_contact_ids: [contact.contactId] });
    await payFor(owner, contact);
    expect(await answer(tokens[0] ?? '')).toMatchObject({ state: 'over' });
    await endRehearsals(product.ctx);
    expect(await latestRehearsalOf(owner)).toMatchObject({ ended_by: 'protocol' });
    product.clock.advance(day);
    await signInAgain(owner);
    expect(await codeOf(owner.browser.startRehearsal({ body: {} }))).toBe('protocol_running');
  });
});
