import { randomUUID } from 'node:crypto';
import { requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerAgreement, doubtFixture, onlyContact, start } from '../activations.ts';
import { contactBody } from '../contacts.ts';
import { type DeskIds, deskReads, deskWrites } from '../desk-calls.ts';
import {
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../letters.ts';
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
const canaryAddress = (name: string) => `kanareyka-${name}@example.org`;

/** Private data of an owner, never visible to operators. */
const privateTexts = {
  ...Object.fromEntries(
    ['название', 'текст', 'получатель', 'файл', 'байты', 'родство', 'заметки', 'адрес'].map(
      (name) => [name, canary(name)],
    ),
  ),
  'the address of a further recipient': canaryAddress('poluchatel'),
  'an address that was corrected': canaryAddress('ispravlen'),
};
/** Texts addressed to operators, and the endpoints that may return them. */
const supportTexts = [
  { text: canary('обращение'), readers: /support-request/ },
  { text: canary('объяснение'), readers: /^get-review$/ },
  { text: canary('документ'), readers: /review/ },
];

let mailProduct: ProductWithMailServer;
let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  mailProduct = await startWithMailServer();
  product = mailProduct.product;
  operator = await operatorAtDesk(product);
});
afterAll(() => mailProduct.stop());

/** Writes these texts to every private field of an owner. */
async function plantCanaries(owner: Person): Promise<void> {
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
    recipient_email: canaryAddress('poluchatel'),
  });
  await attach(owner, id, `${canary('файл')}.txt`, Buffer.from(canary('байты').repeat(20)));
}

/** Creates a letter that was refused with a reason that contains the address. */
async function createRefusedLetter(): Promise<string> {
  const one: ReleasedProtocol = await mailProduct.releaseProtocol(canaryAddress('poluchatel'));
  mailProduct.standIn.answer(one.recipient, { code: 550, unknown: true });
  await mailProduct.sendDueLetters(one);
  // Without the activator only an operator can correct the address.
  await one.activator.browser.deleteAccount({
    body: { current_password: one.activator.password, confirmation_word: 'УДАЛИТЬ' },
  });
  return (await mailProduct.letterToRecipient(one)).envelope_id;
}

async function createReview(owner: Person, contact: TrustedPerson) {
  const request = await fileRequest(owner, contact, canary('объяснение'));
  const document = await addDocument(contact, request.id, `${canary('документ')}.pdf`, samples.pdf);
  return { review: request.id, document: document.id };
}

async function createProposedReview() {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  await plantCanaries(owner);
  const { review, document } = await createReview(owner, contact);
  await propose(await operatorAtDesk(product), review);
  return { proposedReview: review, proposedDocument: document };
}

async function createFailedJob(): Promise<string> {
  const id = randomUUID();
  const output = {
    reason: `MailRefused 550 ${canaryAddress('poluchatel')}`,
    codes: ['MailRefused'],
  };
  await product.database.rows(sql`
    insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output, keep_until)
    values (${id}, 'failed-jobs', '{}', 'sweep-uploads', 3, ${JSON.stringify(output)}::jsonb,
      now() + interval '30 days')`);
  return id;
}

async function createPayment(isPaid: boolean): Promise<string> {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  await (isPaid ? payFor(owner, contact) : start(owner, contact));
  const [payment] = await product.database.rows<{ id: string }>(
    sql`select id from payments where user_id = ${contact.userId}`,
  );
  return payment?.id ?? '';
}

async function createTrouble(
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

async function createPayer(): Promise<Pick<DeskIds, 'payer' | 'payment'>> {
  const payment = await createPayment(true);
  const [row] = await product.database.rows<{ user_id: string }>(
    sql`select user_id from payments where id = ${payment}`,
  );
  return { payer: row?.user_id ?? '', payment };
}

async function createViolator(): Promise<string> {
  const { userId } = await signedInPerson(product);
  await product.database.rows(sql`
    update users set suspended_at = now() - interval '40 days', suspension_reason = 'harm'
    where id = ${userId}`);
  return userId;
}

/** Creates a refund that the provider rejected. */
async function createRefundTrouble(): Promise<string> {
  const [paymentId, refundId] = [await createPayment(true), randomUUID()];
  await product.database.rows(sql`
    insert into refunds (id, payment_id, amount_kopecks, reason, status, idempotence_key, created_at)
    values (${refundId}, ${paymentId}, 100, 'vetoed', 'canceled', ${refundId}, now())`);
  return createTrouble('refund_without_money', paymentId, refundId);
}

async function createUnconfirmedAccount(): Promise<string> {
  const { userId } = await signedInPerson(product);
  await product.database.rows(sql`update users set email_verified = false where id = ${userId}`);
  return userId;
}

/** Completes the account: the owner can no longer change the name, and a card is saved. */
async function completeAccount(owner: Person): Promise<void> {
  await owner.browser.updateBasicInfo({
    body: { first_name: 'Ана', last_name: 'Иванова', date_of_birth: '1980-05-17' },
  });
  await product.database.rows(sql`
    insert into payment_methods (user_id, provider, method_id, title, created_at)
    values (${owner.userId}, 'mock', 'mock-card', 'Bank card *4477', now())`);
}

async function createDoubtedStart(): Promise<Pick<DeskIds, 'doubtedStart' | 'lastDoubtedAt'>> {
  const { owner, first, second, ask } = await doubtFixture(() => product).household();
  const { activation_id } = await ask(first);
  await answerAgreement(second, activation_id, false);
  await plantCanaries(owner);
  const [doubt] = await product.database.rows<{ doubted_at: Date }>(
    sql`select doubted_at from activation_doubts where owner_id = ${owner.userId}`,
  );
  const lastDoubtedAt = new Date(doubt?.doubted_at ?? 0).toISOString();
  return { doubtedStart: activation_id, lastDoubtedAt };
}

async function createMaintenance(): Promise<string> {
  const id = randomUUID();
  await product.database.rows(sql`
    insert into maintenance_windows (id, starts_at, ends_at, planned_at)
    values (${id}, now() + interval '60 days', now() + interval '61 days', now())`);
  return id;
}

async function createDeskIds(): Promise<DeskIds> {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  const other = await family(product);
  await plantCanaries(owner);
  await plantCanaries(other.owner);
  await completeAccount(owner);
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
    ...(await createReview(owner, contact)),
    ...(await createProposedReview()),
    otherReview: (await createReview(other.owner, onlyContact(other.contacts))).review,
    ...(await createDoubtedStart()),
    letter: await createRefusedLetter(),
    otherLetter: await createRefusedLetter(),
    support: support?.id ?? '',
    correctedAddress: canaryAddress('ispravlen'),
    newcomer: await createUnconfirmedAccount(),
    violator: await createViolator(),
    ...(await createPayer()),
    trouble: await createTrouble('payment_mismatch', await createPayment(true)),
    settledTrouble: await createTrouble('payment_mismatch', await createPayment(true)),
    pendingTrouble: await createTrouble('payment_mismatch', await createPayment(false)),
    refundTrouble: await createRefundTrouble(),
    failedJob: await createFailedJob(),
    maintenance: await createMaintenance(),
  };
}

interface Answer {
  id: string;
  isOk: boolean;
  text: string;
}

async function call(id: string, ids: DeskIds): Promise<Answer> {
  const input = { ...deskReads, ...deskWrites }[id]?.(ids);
  const { path, ...init } = requestOf(endpointOf(id), input);
  const response = await operator.browser.send(path, init as RequestInit);
  const headers = [...response.headers].flat().join('\n');
  const text = `${decodeURIComponent(headers.replaceAll(/%(?![\da-f]{2})/gi, '%25'))}\n${await response.text()}`;
  return { id, isOk: response.ok, text };
}

describe('responses to operators', () => {
  it('are covered for every endpoint', () => {
    const coveredIds = [...Object.keys(deskReads), ...Object.keys(deskWrites)];
    expect(coveredIds.toSorted()).toEqual(operatorEndpoints.map(({ id }) => id).toSorted());
  });

  it('contain no private data of an owner, and support texts only where they are answered', async () => {
    const ids = await createDeskIds();
    const answers: Answer[] = [];
    const walk = async (table: object) => {
      for (const id of Object.keys(table)) answers.push(await call(id, ids));
    };
    await walk(deskReads);
    // A refused call would prove nothing, so every call must succeed.
    expect(answers.filter(({ isOk }) => !isOk)).toEqual([]);
    const { 'close-desk': _, ...others } = deskWrites;
    await walk(others);
    await walk(deskReads);
    await walk({ 'close-desk': deskWrites['close-desk'] });

    const leaks = answers.flatMap(({ id, text }) =>
      Object.entries(privateTexts)
        .filter(([, words]) => text.includes(words))
        .map(([name]) => `${id} contains ${name}`),
    );
    expect(leaks).toEqual([]);
    for (const { text, readers } of supportTexts) {
      const endpointsWithText = new Set(
        answers.filter((one) => one.text.includes(text)).map(({ id }) => id),
      );
      expect([...endpointsWithText].filter((id) => !readers.test(id))).toEqual([]);
      expect(endpointsWithText.size).toBeGreaterThan(0);
    }
    // Every call succeeded, so no leak was hidden by a refusal.
    expect(answers.filter(({ isOk }) => !isOk)).toEqual([]);
  });
});
