import { randomUUID } from 'node:crypto';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hour } from '../../../../test/durations.ts';
import {
  cyrillicAddress,
  newAddress,
  type Person,
  signedInPerson,
} from '../../../../test/people.ts';
import { acceptedMails } from '../../../../test/test-mailbox.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { enqueueUnsentMails, supportRequest } from './support-mails.ts';
import { answerBy } from './support-rules.ts';

const supportEmail = 'help@zavet.test';
let standIn: SmtpStandIn;
let product: TestProduct;
let person: Person;
beforeAll(async () => {
  standIn = await startSmtpStandIn();
  const started = await startTestProduct({ SMTP_URL: standIn.url, SUPPORT_EMAIL: supportEmail });
  product = { ...started, mailbox: acceptedMails(standIn) };
  person = await signedInPerson(product);
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

const write = (by: Person, body: object = {}) =>
  by.browser.sendSupportEmail({
    body: { userEmail: by.email, message: 'Не открывается файл.', ...body },
  });
const mailAbout = (reference: string) =>
  vi.waitFor(() => {
    const mail = standIn.accepted.find(
      ({ to, text }) => to === supportEmail && text.includes(reference),
    );
    if (!mail) throw new Error('no mail to the support yet');
    return mail;
  }, 20_000);
const statusOf = async (by: Person, id: string) =>
  (await by.browser.getSupport()).requests.find((one) => one.id === id)?.status;

describe('support request', () => {
  it('is mailed to the support with a reply address, and acknowledged only to the account’s address', async () => {
    const stranger = newAddress();
    const { request } = await write(person, {
      userEmail: stranger,
      category: 'billing',
      subject: 'Карта',
      name: 'Анна',
    });
    expect(request).toMatchObject({ status: 'queued', category: 'billing', subject: 'Карта' });
    const mail = await mailAbout(request.reference);
    expect(mail.header('reply-to')).toBe(stranger);
    expect(mail.message_id).toBe(`<support_request.${request.id}@zavet.test>`);
    expect(mail.subject).toBe(`[${request.reference}] Тариф и оплата: Карта`);
    for (const text of ['Не открывается файл.', 'Анна', person.email, 'не совпадает с адресом']) {
      expect(mail.text).toContain(text);
    }
    const received = await product.mailbox.latest(person.email);
    expect(received.subject).toBe(`Мы получили ваше обращение ${request.reference}`);
    expect(received.text).not.toContain('Не открывается файл.');
    expect(standIn.accepted.filter(({ to }) => to === stranger)).toEqual([]);
    await vi.waitFor(async () => expect(await statusOf(person, request.id)).toBe('sent'));
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    expect(events[0]?.kind).toBe('support_requested');
  });

  it('shows a non-ASCII reply address in the text, and is acknowledged to a non-ASCII address', async () => {
    const author = await signedInPerson(product, product.browser(), cyrillicAddress().kept);
    const { kept, typed } = cyrillicAddress();
    const { request } = await write(author, { userEmail: typed });
    expect(request.user_email).toBe(kept);
    const mail = await mailAbout(request.reference);
    expect(mail.text).toContain(kept);
    expect(mail.text).toContain(author.email);
    // A non-ASCII address in the header would require SMTPUTF8 of the support mailbox.
    expect(mail.header('reply-to')).toBe('');
    const received = await product.mailbox.latest(author.email);
    expect(received.subject).toContain(request.reference);
  });

  it('requires only a message and an address', async () => {
    const { request } = await write(person);
    expect(request).toMatchObject({ category: 'technical', subject: '' });
    await expect(write(person, { message: '  ' })).rejects.toMatchObject({
      fields: { message: 'required' },
    });
    await expect(write(person, { subject: 'a\r\nBcc: b@example.org' })).rejects.toMatchObject({
      fields: { subject: 'invalid' },
    });
  });

  it('is saved once per draft, under repeated and concurrent requests', async () => {
    const owner = await signedInPerson(product);
    const draft_id = randomUUID();
    const sent = await Promise.all([write(owner, { draft_id }), write(owner, { draft_id })]);
    const repeated = await write(owner, { draft_id, message: 'Другое' });
    expect(repeated.request.message).toBe(sent[0].request.message);
    const references = [...sent, repeated].map(({ request }) => request.reference);
    expect(new Set(references).size).toBe(1);
    expect((await owner.browser.getSupport()).requests).toHaveLength(1);
    const other = await signedInPerson(product);
    expect((await write(other, { draft_id })).request.reference).not.toBe(references[0]);
  });

  it('gets a promise by the plan at the time of writing', async () => {
    const customer = await signedInPerson(product);
    const first = await write(customer);
    await product.database.rows(sql`
      insert into user_storage (user_id, plan) values (${customer.userId}, 'storage_1024')
      on conflict (user_id) do update set plan = excluded.plan`);
    await write(customer);
    const { requests, ...promise } = await customer.browser.getSupport();
    expect(promise).toEqual({ support_email: supportEmail, tier: 'premium', answer_hours: 12 });
    const tiers = ['premium', 'free'] as const;
    expect(requests.map(({ answer_by }) => new Date(answer_by))).toEqual(
      requests.map(({ created_at }, nth) =>
        answerBy('technical', tiers[nth] ?? 'free', new Date(created_at)),
      ),
    );
    const { request } = await write(customer, { category: 'data_request' });
    const [written, promised] = [request.created_at, request.answer_by].map(Date.parse) as [
      number,
      number,
    ];
    // Ten working days are 12 to 14 days.
    expect([12, 13, 14]).toContain((promised - written) / hour / 24);
    expect(requests[1]).toMatchObject({ id: first.request.id, message: 'Не открывается файл.' });
  });

  it('stays queued if the mailbox rejects it, and is delivered once later', async () => {
    const owner = await signedInPerson(product);
    standIn.answer(supportEmail, { code: 550 });
    const { request } = await write(owner);
    const refused = () => standIn.refused.filter(({ text }) => text.includes(request.reference));
    await vi.waitFor(() => expect(refused()).toHaveLength(1), 20_000);
    expect(await statusOf(owner, request.id)).toBe('queued');
    standIn.answer(supportEmail, { code: 250 });
    const { ctx } = product;
    // The first job gives up after a week; then the mail is enqueued again.
    const nineDays = 9 * 24 * 60 * 60 * 1000;
    const later = { now: () => new Date(product.clock.now().getTime() + nineDays) };
    await enqueueUnsentMails({ ...ctx, clock: later });
    const isSent = async () => expect(await statusOf(owner, request.id)).toBe('sent');
    await vi.waitFor(isSent, 20_000);
    const mail = { mail_id: request.id, ids: { request_id: request.id } };
    expect(await sendMail(ctx.mailer, ctx, supportRequest, mail)).toBe('not_due');
    const [first] = refused();
    expect(
      standIn.accepted.filter(({ message_id }) => message_id === first?.message_id),
    ).toHaveLength(1);
  });

  it('is listed without texts if damaged, together with intact ones', async () => {
    const owner = await signedInPerson(product);
    const { request: intact } = await write(owner);
    const { request: damaged } = await write(owner, { subject: 'Тема' });
    await product.database.rows(
      sql`update support_requests set message = subject where id = ${damaged.id}`,
    );
    const { requests } = await owner.browser.getSupport();
    expect(requests).toMatchObject([
      { id: damaged.id, subject: '', message: '', reference: damaged.reference },
      { id: intact.id, message: 'Не открывается файл.' },
    ]);
    expect(product.logged()).toContain('a support request could not be decrypted');
  });

  it('is deleted with the account', async () => {
    const owner = await signedInPerson(product);
    await write(owner);
    await owner.browser.deleteAccount({
      body: { current_password: owner.password, confirmation_word: 'УДАЛИТЬ' },
    });
    const remaining = await product.database.rows(
      sql`select id from support_requests where user_id = ${owner.userId}`,
    );
    expect(remaining).toEqual([]);
  });

  it('is limited to five per hour', async () => {
    const owner = await signedInPerson(product);
    for (let count = 0; count < 5; count++) await write(owner);
    await expect(write(owner)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
