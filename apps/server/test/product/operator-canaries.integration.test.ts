import { randomUUID } from 'node:crypto';
import { requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAgreement, doubtFixture, onlyContact, start } from '../activations.ts';
import { contactBody } from '../contacts.ts';
import {
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../letters.ts';
import { type DeskFacts, reads, writes } from '../operator-walk.ts';
import { operatorAtDesk, type TestOperator } from '../operators.ts';
import { type Person, signedInPerson } from '../people.ts';
import { family, payFor, type TrustedPerson } from '../protocol.ts';
import { addDocument, fileRequest, propose } from '../requests.ts';
import { samples } from '../sample-files.ts';
import type { TestProduct } from '../test-product.ts';
import { attach, writeInstruction } from '../vault-fixtures.ts';

const operatorEndpoints = Object.values(endpoints as Record<string, Endpoint>).filter(
  ({ callers }) => callers === 'operator',
);
const endpointOf = (id: string) => {
  const found = operatorEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new Error(`${id} is no endpoint of operators`);
  return found;
};

const canary = (name: string) => `канарейка-${name}-Qx7Zp`;
const address = (name: string) => `kanareyka-${name}@example.org`;

/** Private data of an owner, never visible to operators. */
const sealed = {
  ...Object.fromEntries(
    ['название', 'текст', 'получатель', 'файл', 'байты', 'родство', 'заметки', 'адрес'].map(
      (name) => [name, canary(name)],
    ),
  ),
  'the address of a further recipient': address('poluchatel'),
  'an address that was corrected': address('ispravlen'),
};
/** Texts written to the support, and the endpoints that may return them. */
const addressed = [
  { text: canary('обращение'), readers: /support-request/ },
  { text: canary('объяснение'), readers: /^get-review$/ },
  { text: canary('документ'), readers: /review/ },
];

let postal: ProductWithMailServer;
let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
  operator = await operatorAtDesk(product);
});
afterAll(() => postal.stop());

/** Writes these texts to every private field of an owner. */
async function plant(owner: Person): Promise<void> {
  // A contact who does not know the PIN may file a request.
  await owner.browser.setPin({ body: { pin: '482159', current_password: owner.password } });
  const [contact] = (await owner.browser.listContacts()).contacts;
  if (!contact) throw new Error('a contact was wanted');
  await owner.browser.updateContact({
    params: { id: contact.id },
    body: contactBody({
      name: contact.name,
      email: contact.email,
      relationship: canary('родство'),
      notes: canary('заметки'),
      address: canary('адрес'),
    }),
  });
  const { id } = await writeInstruction(owner, {
    trusted_contact_ids: [contact.id],
    title: canary('название'),
    content: canary('текст'),
    recipient_name: canary('получатель'),
    recipient_email: address('poluchatel'),
  });
  await attach(owner, id, `${canary('файл')}.txt`, Buffer.from(canary('байты').repeat(20)));
}

/** An owner whose letter was refused with a reason that contains the address. */
async function refusedLetter(): Promise<string> {
  const one: ReleasedProtocol = await postal.activated(address('poluchatel'));
  postal.standIn.answer(one.recipient, { code: 550, unknown: true });
  await postal.work(one);
  // Without the activator only an operator can correct the address.
  await one.activator.browser.deleteAccount({
    body: { current_password: one.activator.password, confirmation_word: 'УДАЛИТЬ' },
  });
  return (await postal.letterToRecipient(one)).envelope_id;
}

async function waitingReview(owner: Person, contact: TrustedPerson) {
  const request = await fileRequest(owner, contact, canary('объяснение'));
  const document = await addDocument(contact, request.id, `${canary('документ')}.pdf`, samples.pdf);
  return { review: request.id, document: document.id };
}

async function proposedReview() {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  await plant(owner);
  const { review, document } = await waitingReview(owner, contact);
  await propose(await operatorAtDesk(product), review);
  return { proposedReview: review, proposedDocument: document };
}

async function failedJob(): Promise<string> {
  const id = randomUUID();
  const output = { reason: `MailRefused 550 ${address('poluchatel')}`, codes: ['MailRefused'] };
  await product.database.rows(sql`
    insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output, keep_until)
    values (${id}, 'failed-jobs', '{}', 'sweep-uploads', 3, ${JSON.stringify(output)}::jsonb,
      now() + interval '30 days')`);
  return id;
}

async function paymentOf(isPaid: boolean): Promise<string> {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  await (isPaid ? payFor(owner, contact) : start(owner, contact));
  const [payment] = await product.database.rows<{ id: string }>(
    sql`select id from payments where user_id = ${contact.userId}`,
  );
  return payment?.id ?? '';
}

async function troubleOf(
  kind: 'payment_mismatch' | 'refund_without_money',
  paymentId: string,
  refundId: string | null = null,
): Promise<string> {
  const id = randomUUID();
  const now = product.clock.now().toISOString();
  await product.database.rows(sql`
    insert into payment_troubles (id, kind, payment_id, refund_id, subject_id, since, last_seen_at)
    values (${id}, ${kind}, ${paymentId}, ${refundId}, ${refundId ?? paymentId}, ${now}, ${now})`);
  return id;
}

async function payer(): Promise<Pick<DeskFacts, 'payer' | 'payment'>> {
  const payment = await paymentOf(true);
  const [row] = await product.database.rows<{ user_id: string }>(
    sql`select user_id from payments where id = ${payment}`,
  );
  return { payer: row?.user_id ?? '', payment };
}

async function violator(): Promise<string> {
  const { userId } = await signedInPerson(product);
  await product.database.rows(sql`
    update users set suspended_at = now() - interval '40 days', suspension_reason = 'harm'
    where id = ${userId}`);
  return userId;
}

/** A refund that the provider rejected. */
async function refundTrouble(): Promise<string> {
  const [paymentId, refundId] = [await paymentOf(true), randomUUID()];
  await product.database.rows(sql`
    insert into refunds (id, payment_id, amount_kopecks, reason, status, idempotence_key, created_at)
    values (${refundId}, ${paymentId}, 100, 'vetoed', 'canceled', ${refundId}, now())`);
  return troubleOf('refund_without_money', paymentId, refundId);
}

/** An account with an unconfirmed address. */
async function newcomer(): Promise<string> {
  const { userId } = await signedInPerson(product);
  await product.database.rows(sql`update users set email_verified = false where id = ${userId}`);
  return userId;
}

/** Completes the account: its name can no longer change, and a card is saved. */
async function settle(owner: Person): Promise<void> {
  await owner.browser.updateBasicInfo({
    body: { first_name: 'Ана', last_name: 'Иванова', date_of_birth: '1980-05-17' },
  });
  await product.database.rows(sql`
    insert into payment_methods (user_id, provider, method_id, title, created_at)
    values (${owner.userId}, 'mock', 'mock-card', 'Bank card *4477', now())`);
}

async function doubtedStart(): Promise<Pick<DeskFacts, 'doubtedStart' | 'lastDoubtedAt'>> {
  const { owner, first, second, ask } = await doubtFixture(() => product).household();
  const { activation_id } = await ask(first);
  await answerAgreement(second, activation_id, false);
  await plant(owner);
  const [doubt] = await product.database.rows<{ doubted_at: Date }>(
    sql`select doubted_at from activation_doubts where owner_id = ${owner.userId}`,
  );
  const lastDoubtedAt = new Date(doubt?.doubted_at ?? 0).toISOString();
  return { doubtedStart: activation_id, lastDoubtedAt };
}

async function plannedMaintenance(): Promise<string> {
  const id = randomUUID();
  await product.database.rows(sql`
    insert into maintenance_windows (id, starts_at, ends_at, planned_at)
    values (${id}, now() + interval '60 days', now() + interval '61 days', now())`);
  return id;
}

async function factsToFind(): Promise<DeskFacts> {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const other = await family(product);
  await plant(owner);
  await plant(other.owner);
  await settle(owner);
  await owner.browser.sendSupportEmail({
    body: {
      userEmail: owner.email,
      name: 'Анна',
      subject: canary('обращение'),
      message: canary('обращение'),
    },
  });
  const [support] = await product.database.rows<{ id: string }>(
    sql`select id from support_requests where user_id = ${owner.userId}`,
  );
  return {
    operator,
    owner: { id: owner.userId, email: owner.email },
    ...(await waitingReview(owner, contact)),
    ...(await proposedReview()),
    otherReview: (await waitingReview(other.owner, onlyContact(other.contacts))).review,
    ...(await doubtedStart()),
    letter: await refusedLetter(),
    otherLetter: await refusedLetter(),
    support: support?.id ?? '',
    correctedAddress: address('ispravlen'),
    newcomer: await newcomer(),
    violator: await violator(),
    ...(await payer()),
    trouble: await troubleOf('payment_mismatch', await paymentOf(true)),
    settledTrouble: await troubleOf('payment_mismatch', await paymentOf(true)),
    pendingTrouble: await troubleOf('payment_mismatch', await paymentOf(false)),
    refundTrouble: await refundTrouble(),
    failedJob: await failedJob(),
    maintenance: await plannedMaintenance(),
  };
}

interface Answer {
  id: string;
  isOk: boolean;
  text: string;
}

async function call(id: string, facts: DeskFacts): Promise<Answer> {
  const input = { ...reads, ...writes }[id]?.(facts);
  const { path, ...init } = requestOf(endpointOf(id), input);
  const response = await operator.browser.send(path, init as RequestInit);
  const headers = [...response.headers].flat().join('\n');
  const text = `${decodeURIComponent(headers.replaceAll(/%(?![\da-f]{2})/gi, '%25'))}\n${await response.text()}`;
  return { id, isOk: response.ok, text };
}

describe('responses to operators', () => {
  it('are covered for every endpoint', () => {
    const walked = [...Object.keys(reads), ...Object.keys(writes)];
    expect(walked.toSorted()).toEqual(operatorEndpoints.map(({ id }) => id).toSorted());
  });

  it('contain no private data of an owner, and support texts only where they are answered', async () => {
    const facts = await factsToFind();
    const answers: Answer[] = [];
    const walk = async (table: object) => {
      for (const id of Object.keys(table)) answers.push(await call(id, facts));
    };
    await walk(reads);
    // A refused walk would prove nothing.
    expect(answers.filter(({ isOk }) => !isOk)).toEqual([]);
    const { 'close-desk': _, ...others } = writes;
    await walk(others);
    await walk(reads);
    await walk({ 'close-desk': writes['close-desk'] });

    const leaks = answers.flatMap(({ id, text }) =>
      Object.entries(sealed)
        .filter(([, words]) => text.includes(words))
        .map(([name]) => `${id} contains ${name}`),
    );
    expect(leaks).toEqual([]);
    for (const { text, readers } of addressed) {
      const readIn = new Set(answers.filter((one) => one.text.includes(text)).map(({ id }) => id));
      expect([...readIn].filter((id) => !readers.test(id))).toEqual([]);
      expect(readIn.size).toBeGreaterThan(0);
    }
    // Every act succeeded, so none was hidden by a refusal.
    expect(answers.filter(({ isOk }) => !isOk)).toEqual([]);
  });
});
