import { randomUUID } from 'node:crypto';
import { type SmtpStandIn, startSmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditEntriesOf } from '../../../../test/audit.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { newAddress, type Person, signedInPerson } from '../../../../test/people.ts';
import { acceptedMails } from '../../../../test/test-mailbox.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { enqueueUnsentMails } from './support-mails.ts';
import { listOpenRequests } from './support-repository.ts';
import { answerBy } from './support-rules.ts';

const supportEmail = 'help@zavet.test';
let standIn: SmtpStandIn;
let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  standIn = await startSmtpStandIn();
  const started = await startTestProduct({ SMTP_URL: standIn.url, SUPPORT_EMAIL: supportEmail });
  product = { ...started, mailbox: acceptedMails(standIn) };
  operator = await operatorAtDesk(product);
});
afterAll(async () => {
  await product.stop();
  await standIn.stop();
});

async function newRequest(
  body: object = {},
): Promise<{ person: Person; id: string; reference: string }> {
  const person = await signedInPerson(product);
  const { request } = await person.browser.sendSupportEmail({
    body: { userEmail: person.email, message: 'Не открывается\nфайл.', name: 'Анна', ...body },
  });
  return { person, id: request.id, reference: request.reference };
}
const answer = (id: string, text: string, seen_messages = 0, by = operator, draft_id?: string) =>
  by.browser.answerSupportRequest({ params: { id }, body: { text, seen_messages, draft_id } });
const reply = (person: Person, id: string, message: string, draft_id?: string) =>
  person.browser.replyToSupport({ params: { id }, body: { message, draft_id } });
const thread = async (id: string) =>
  (await operator.browser.getSupportRequest({ params: { id } })).request;
const listed = async (id: string, state: 'open' | 'answered' = 'open') => {
  const { requests } = await operator.browser.listSupportRequests({ query: { state } });
  return requests.find((one) => one.id === id);
};
const ownView = async ({ browser }: Person, id: string) =>
  (await browser.getSupport()).requests.find((one) => one.id === id);
const waitForMail = (to: string, text: string) =>
  vi.waitFor(() => {
    const mail = standIn.accepted.find((one) => one.to === to && one.text.includes(text));
    if (!mail) throw new Error('no such mail yet');
    return mail;
  }, 20_000);

describe('request at the desk', () => {
  it('is answered by mail with the quoted question; the owner sees the answer and replies', async () => {
    const { person, id, reference } = await newRequest({ subject: 'Файл' });
    expect(await listed(id)).toMatchObject({ subject: 'Файл', tier: 'free', is_overdue: false });
    expect(await thread(id)).toMatchObject({
      name: 'Анна',
      message: 'Не открывается\nфайл.',
      user_email: person.email,
      account_email: person.email,
      messages: [],
    });
    const { request } = await answer(id, 'Попробуйте ещё раз.\n<b>Поддержка</b>');
    expect(request).toMatchObject({
      status: 'answered',
      messages: [{ author: 'support', text: 'Попробуйте ещё раз.\n<b>Поддержка</b>' }],
    });
    const mail = await waitForMail(person.email, 'Попробуйте ещё раз.');
    expect(mail.subject).toBe(`Ответ поддержки на обращение ${reference}`);
    expect(mail.text).toContain('> Не открывается\n> файл.');
    expect(mail.header('reply-to')).toBe(supportEmail);
    await vi.waitFor(async () => {
      expect((await thread(id)).messages[0]?.mail_state).toBe('accepted');
    });
    expect(await ownView(person, id)).toMatchObject({
      status: 'answered',
      messages: [{ author: 'support', text: 'Попробуйте ещё раз.\n<b>Поддержка</b>' }],
    });
    expect(await listed(id)).toBeUndefined();
    expect(await listed(id, 'answered')).toMatchObject({ status: 'answered' });

    const { request: reopened } = await reply(person, id, 'Всё равно не открывается.');
    expect(reopened).toMatchObject({ status: 'reopened', answered_at: null });
    expect(reopened.messages.map(({ author }) => author)).toEqual(['support', 'owner']);
    const written = reopened.messages[1]?.created_at ?? '';
    expect(new Date(reopened.answer_by)).toEqual(answerBy('technical', 'free', new Date(written)));
    const toSupport = await waitForMail(supportEmail, 'Всё равно не открывается.');
    expect(toSupport.subject).toContain(`[${reference}]`);
    expect(toSupport.header('reply-to')).toBe(person.email);
    await answer(id, 'Теперь открывается.', 2);
    expect((await waitForMail(person.email, 'Теперь открывается.')).text).toContain(
      '> Всё равно не открывается.',
    );
    const about = { owner_id: person.userId, actor_id: operator.userId };
    expect(await auditEntriesOf(product.database, id)).toEqual([
      { act: 'support_answered', ...about },
      { act: 'support_answered', ...about },
    ]);
    const stored = await product.database.rows<{ text: string }>(
      sql`select text from support_messages where request_id = ${id}`,
    );
    expect(JSON.stringify(stored)).not.toContain('открывается');
  });

  it('with another address is answered there, without data of the account', async () => {
    const elsewhere = newAddress();
    const { person, id } = await newRequest({ userEmail: elsewhere, subject: 'Карта' });
    expect(await thread(id)).toMatchObject({ user_email: elsewhere, account_email: person.email });
    await answer(id, 'Мы вам поможем.');
    const mail = await waitForMail(elsewhere, 'Мы вам поможем.');
    for (const secret of [person.email, 'Анна', 'Карта', 'Не открывается', '/settings']) {
      expect(mail.text).not.toContain(secret);
    }
    expect(standIn.accepted.filter(({ text }) => text.includes('Мы вам поможем.'))).toHaveLength(1);
  });

  it('accepts only one of two concurrent answers, and one per draft', async () => {
    const { id } = await newRequest();
    const other = await operatorAtDesk(product);
    const outcomes = await Promise.allSettled([
      answer(id, 'Первый ответ.'),
      answer(id, 'Второй ответ.', 0, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'support_thread_changed' });
    const draft = randomUUID();
    await Promise.all([
      answer(id, 'Ещё одно.', 1, operator, draft),
      answer(id, 'Ещё одно.', 1, operator, draft),
    ]);
    expect((await thread(id)).messages).toHaveLength(2);
  });

  it('rejects an answer if the owner has written a new message', async () => {
    const { person, id } = await newRequest();
    const draft = randomUUID();
    await Promise.all([
      reply(person, id, 'Ещё вот что.', draft),
      reply(person, id, 'То же', draft),
    ]);
    const { status, answer_by, messages } = await thread(id);
    expect(messages).toHaveLength(1);
    // The request is not answered yet, so the first promise applies.
    expect(status).not.toBe('reopened');
    expect(answer_by).toBe((await ownView(person, id))?.answer_by);
    expect((await failureOf(answer(id, 'Ответ.'))).code).toBe('support_thread_changed');
  });

  it('returns to the desk after a rejected answer, until it is settled', async () => {
    const rejecting = newAddress();
    const { person, id } = await newRequest({ userEmail: rejecting });
    standIn.answer(rejecting, { code: 550 });
    await answer(id, 'Ответ в пустоту.');
    await vi.waitFor(async () => {
      expect(await listed(id)).toMatchObject({ status: 'answered', is_answer_refused: true });
    }, 20_000);
    expect((await thread(id)).messages).toMatchObject([{ mail_state: 'refused' }]);
    expect((await ownView(person, id))?.messages).toMatchObject([{ text: 'Ответ в пустоту.' }]);
    await operator.browser.settleSupportRequest({ params: { id } });
    expect(await listed(id)).toBeUndefined();
    await operator.browser.settleSupportRequest({ params: { id } });
    expect((await auditEntriesOf(product.database, id)).map(({ act }) => act)).toEqual([
      'support_answered',
      'support_settled',
    ]);
  });

  it('rejects replies of other owners, and replies beyond the limit', async () => {
    const { person, id } = await newRequest();
    const stranger = await signedInPerson(product);
    expect((await failureOf(reply(stranger, id, 'Чужое'))).code).toBe('not_found');
    expect((await failureOf(reply(person, randomUUID(), 'Ничьё'))).code).toBe('not_found');
    await product.database.rows(sql`
      insert into support_messages (id, request_id, author, draft_id, text, mail_state, created_at)
      select gen_random_uuid(), ${id}, 'owner', gen_random_uuid(), '', 'accepted', now()
      from generate_series(1, 40)`);
    expect((await failureOf(reply(person, id, 'Ещё'))).code).toBe('support_thread_full');
    // The inserted messages are damaged; an answer is still possible.
    await answer(id, 'Напишите новое обращение.', 40);
  });

  it('is listed by promised time, in pages', async () => {
    await newRequest();
    await newRequest();
    const all = (await listOpenRequests(product.database, { after: undefined, limit: 100 })).map(
      ({ request }) => request,
    );
    const times = all.map(({ answer_by }) => answer_by.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    const seen: string[] = [];
    for (;;) {
      const [next] = await listOpenRequests(product.database, { after: seen.at(-1), limit: 1 });
      if (!next) break;
      seen.push(next.request.id);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('resends messages that the mailbox rejected, and is deleted with the account', async () => {
    const { person, id } = await newRequest();
    await waitForMail(supportEmail, (await thread(id)).reference);
    standIn.answer(supportEmail, { code: 550 });
    await reply(person, id, 'Сообщение в очереди.');
    const refused = () => standIn.refused.filter(({ text }) => text.includes('в очереди'));
    await vi.waitFor(() => expect(refused()).toHaveLength(1), 20_000);
    standIn.answer(supportEmail, { code: 250 });
    const clock = { now: () => new Date(product.clock.now().getTime() + 9 * 24 * hour) };
    await enqueueUnsentMails({ ...product.ctx, clock });
    await waitForMail(supportEmail, 'Сообщение в очереди.');
    await person.browser.deleteAccount({
      body: { current_password: person.password, confirmation_word: 'УДАЛИТЬ' },
    });
    expect((await failureOf(answer(id, 'Поздно.', 1))).code).toBe('not_found');
    expect(
      await product.database.rows(sql`select 1 from support_messages where request_id = ${id}`),
    ).toEqual([]);
  });
});
