import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person } from '../../../../test/people.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  family,
  ledgerOf,
  payFor,
  type TrustedPerson,
} from '../../../../test/protocol.ts';
import { type SmtpPeer, startSmtpPeer } from '../../../../test/smtp-peer.ts';
import { hour } from '../../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { writeInstruction } from '../../../../test/vault-things.ts';
import { reconcilePayments } from '../../payments/reconcile-payments.ts';
import { sendOverdue } from './keep-delivering.ts';
import { reportUnreached } from './report-unreached.ts';
import { sendDeliveries } from './send-deliveries.ts';

const day = 24 * hour;

/** Jobs do not run here: the tests are the worker, so that nothing happens between their lines. */
let peer: SmtpPeer;
let product: TestProduct;
beforeAll(async () => {
  peer = await startSmtpPeer();
  product = await startTestProduct({ SMTP_URL: peer.url }, { runsJobs: false });
});
afterAll(async () => {
  await product.stop();
  await peer.stop();
});

interface Activated {
  owner: Person;
  activator: TrustedPerson;
  /** The recipient whom the instruction names besides the contact. */
  recipient: string;
  activationId: string;
}

async function activated(): Promise<Activated> {
  const { owner, contacts } = await family(product);
  const [activator] = contacts;
  if (!activator) throw new Error('a contact was wanted');
  const recipient = newAddress();
  await writeInstruction(owner, {
    trusted_contact_ids: [activator.contactId],
    recipient_name: 'Пётр',
    recipient_email: recipient,
  });
  await payFor(owner, activator);
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${owner.userId}`,
  );
  return { owner, activator, recipient, activationId: row?.id ?? '' };
}

const work = ({ activationId }: Activated) => sendDeliveries(product.parts.protocol, activationId);
const takenBy = (address: string) =>
  peer.taken.filter(({ to, message_id }) => to === address && message_id.startsWith('<delivery.'));
const linkIn = (text: string) => text.match(/\/delivery#(\S+)/)?.[1];
const toRecipient = async ({ owner }: Activated) =>
  (await deliveriesOf(product.database, owner)).find(({ contact_id }) => contact_id === null);

/** Makes every mail of this owner due, as if its pause were over. */
const pausesOver = ({ owner }: Activated) =>
  product.database.rows(sql`
    update deliveries set next_attempt_at = ${product.clock.now().toISOString()}
    where user_id = ${owner.userId} and state = 'queued'`);

const codeOf = async (call: Promise<unknown>) => (await failureOf(call)).code;

describe('an instruction that is queued', () => {
  it('is closed to its owner, who can still read it', async () => {
    const { owner, contacts, instruction } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
    await payFor(owner, contact);
    const params = { id: instruction.id };
    const { title, category, priority, content, trusted_contact_ids } = instruction;
    const changed = { title, category, priority, content, trusted_contact_ids, version: 1 };
    const body = { ...changed, recipient_name: '', recipient_email: '' };
    const { browser } = owner;
    expect(await codeOf(browser.updateInstruction({ params, body }))).toBe('instruction_closed');
    expect(await codeOf(browser.deleteInstruction({ params }))).toBe('instruction_closed');
    expect(await codeOf(browser.reviewInstruction({ params }))).toBe('instruction_closed');
    const headers = { 'x-file-name': 'a.txt' };
    const file = new Blob(['text']);
    expect(await codeOf(browser.attachFile({ params, headers, body: file }))).toBe(
      'instruction_closed',
    );
    const query = {};
    const removal = browser.deleteContact({ params: { id: contact.contactId }, query });
    expect(await codeOf(removal)).toBe('contact_activated');
    expect((await browser.getInstruction({ params })).content).toBe(content);
  });
});

describe('a delivery', () => {
  it('is tried again after a temporary refusal, and accepted once', async () => {
    const one = await activated();
    peer.answer(one.recipient, { code: 451 });
    await work(one);
    expect(await toRecipient(one)).toMatchObject({ state: 'queued', last_refusal: 'temporary' });
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivering']);
    // Its pause is not over.
    peer.answer(one.recipient, { code: 250 });
    await work(one);
    expect(takenBy(one.recipient)).toHaveLength(0);
    await pausesOver(one);
    await work(one);
    expect(takenBy(one.recipient)).toHaveLength(1);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    const { id = '' } = (await toRecipient(one)) ?? {};
    expect(await ledgerOf(product.database, id)).toEqual(['queued', 'refused', 'accepted']);
  });

  it('sends its instruction only when every recipient’s mail server has taken it', async () => {
    const one = await activated();
    peer.answer(one.recipient, { code: 451 });
    await work(one);
    const statuses = async () => {
      const { instructions } = await one.owner.browser.listInstructions();
      return instructions.map(({ recipient_email, status }) => [recipient_email, status]);
    };
    expect(await statuses()).toEqual([
      [one.recipient, 'outbox'],
      [null, 'sent'],
    ]);
    peer.answer(one.recipient, { code: 250 });
    await pausesOver(one);
    await work(one);
    expect(await statuses()).toEqual([
      [one.recipient, 'sent'],
      [null, 'sent'],
    ]);
  });

  it('repeats itself with the same link and the same Message-ID when its end was not recorded', async () => {
    const one = await activated();
    await work(one);
    // As after a crash between the mail server's 250 and our noting it.
    await product.database.rows(sql`
      update deliveries set state = 'queued', claimed_until = null where user_id = ${one.owner.userId}`);
    await work(one);
    const mails = takenBy(one.recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
    const links = new Set(mails.map(({ text }) => linkIn(text)));
    expect([...links]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('is sent by one of two workers at once', async () => {
    const one = await activated();
    await Promise.all([work(one), work(one), work(one)]);
    expect(takenBy(one.recipient)).toHaveLength(1);
    expect(takenBy(one.activator.email)).toHaveLength(2);
  });

  it('is left to the worker that has it in hand, until that has been silent too long', async () => {
    const one = await activated();
    const claimFor = (seconds: number) =>
      product.database.rows(sql`
        update deliveries set claimed_until = now() + make_interval(secs => ${seconds})
        where user_id = ${one.owner.userId}`);
    await claimFor(15);
    await work(one);
    expect(takenBy(one.recipient)).toHaveLength(0);
    await claimFor(-1);
    await work(one);
    expect(takenBy(one.recipient)).toHaveLength(1);
  });
});

describe('a mail server that does not answer', () => {
  it('is no refusal of anybody: the letters wait a moment and go out when it is back', async () => {
    const one = await activated();
    await peer.stop();
    try {
      await work(one);
    } finally {
      await peer.start();
    }
    const rows = await deliveriesOf(product.database, one.owner);
    expect(rows.map(({ state, refusals }) => [state, refusals])).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['queued', 0],
    ]);
    await pausesOver(one);
    await work(one);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
  });
});

describe('a record that cannot be written', () => {
  it('fails the job and nothing else; the letters are repeated as they were', async () => {
    const one = await activated();
    const { protocol } = product.parts;
    let isBroken = true;
    const database = {
      ...protocol.database,
      transaction: <T>(run: () => Promise<T>) =>
        isBroken
          ? Promise.reject<T>(new Error('the database is away'))
          : protocol.database.transaction(run),
    };
    const broken = { ...protocol, database };
    await expect(sendDeliveries(broken, one.activationId)).rejects.toThrow('the database is away');
    isBroken = false;
    await sendDeliveries(broken, one.activationId);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    const mails = takenBy(one.recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
  });
});

describe('a recipient whom no mail reaches', () => {
  it('is shown to whoever activated, whose correction is sent and recorded, once', async () => {
    const one = await activated();
    peer.answer(one.recipient, { code: 550, unknown: true });
    await work(one);
    const { browser } = one.activator;
    const params = { id: one.activationId };
    const { unreached } = await browser.getActivation({ params });
    expect(unreached).toMatchObject([
      {
        recipient_name: 'Пётр',
        recipient_email: one.recipient,
        refusal: 'permanent',
        state: 'queued',
        can_correct: true,
        reply: expect.stringContaining('550'),
      },
    ]);
    const { id = '' } = (await toRecipient(one)) ?? {};
    const corrected = newAddress();
    const correct = (recipient_email: string) =>
      browser.correctAddress({ params: { id }, body: { recipient_email } });
    expect((await failureOf(correct(one.recipient))).code).toBe('no_changes');
    const earlier = await product.database.rows<{ id: string }>(
      sql`select id from delivery_links where delivery_id = ${id}`,
    );
    // Long after the activation, so that a link of then would be at its end.
    product.clock.advance(400 * day);
    await browser.signIn({ body: one.activator });
    await correct(corrected);
    await work(one);
    product.clock.advance(-400 * day);
    expect(takenBy(corrected)).toHaveLength(1);
    const links = await product.database.rows<{ id: string; is_open: boolean; days: number }>(sql`
      select id, closed_at is null as is_open,
        extract(epoch from expires_at - created_at)::int / 86400 as days
      from delivery_links where delivery_id = ${id} order by created_at`);
    expect(links).toMatchObject([
      { id: earlier[0]?.id, is_open: false },
      { is_open: true, days: 365 },
    ]);
    expect(linkIn(takenBy(corrected)[0]?.text ?? '')).not.toBe(undefined);
    expect(takenBy(one.recipient)).toHaveLength(0);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(await ledgerOf(product.database, id)).toEqual([
      'queued',
      'refused',
      'address_corrected',
      'accepted',
    ]);
    await browser.signIn({ body: one.activator });
    expect((await failureOf(correct(newAddress()))).code).toBe('address_not_correctable');
    const { events } = await one.owner.browser.listSecurityEvents();
    expect(events.map(({ kind }) => kind)).toContain('delivery_address_corrected');
  });

  it('is not corrected by anybody else, nor while there is hope', async () => {
    const one = await activated();
    const { contacts } = await family(product);
    const stranger = contacts[0];
    if (!stranger) throw new Error('a stranger was wanted');
    const { id = '' } = (await toRecipient(one)) ?? {};
    const input = { params: { id }, body: { recipient_email: newAddress() } };
    for (const browser of [stranger.browser, one.owner.browser]) {
      expect((await failureOf(browser.correctAddress(input))).code).toBe('not_found');
    }
    const { browser } = one.activator;
    // Greylisting, and a mailbox that is full: nobody's address is wrong, or shown to anybody.
    for (const code of [451, 552]) {
      peer.answer(one.recipient, { code });
      await pausesOver(one);
      await work(one);
      expect((await failureOf(browser.correctAddress(input))).code).toBe('address_not_correctable');
      const { unreached } = await browser.getActivation({ params: { id: one.activationId } });
      expect(unreached.map(({ can_correct }) => can_correct)).toEqual(code === 552 ? [false] : []);
    }
  });

  it('is not corrected while a mail to the old address is under way', async () => {
    const one = await activated();
    peer.answer(one.recipient, { code: 550, unknown: true });
    await work(one);
    const { id = '' } = (await toRecipient(one)) ?? {};
    const answer = Promise.withResolvers<{ code: number }>();
    peer.answer(one.recipient, answer.promise);
    await pausesOver(one);
    const sending = work(one);
    const claimed = async () =>
      (
        await product.database.rows(
          sql`select 1 from deliveries where id = ${id} and claimed_until is not null`,
        )
      ).length;
    await expect.poll(claimed).toBe(1);
    const input = { params: { id }, body: { recipient_email: newAddress() } };
    const refused = await failureOf(one.activator.browser.correctAddress(input));
    answer.resolve({ code: 550 });
    await sending;
    expect(refused.code).toBe('delivery_under_way');
  });

  it('is given up after a week of tries, and whoever activated is told once', async () => {
    const one = await activated();
    peer.answer(one.recipient, { code: 451 });
    await work(one);
    const { id = '' } = (await toRecipient(one)) ?? {};
    await product.database.rows(sql`update deliveries set refusals = 17 where id = ${id}`);
    await pausesOver(one);
    await work(one);
    expect(await toRecipient(one)).toMatchObject({ state: 'unreachable' });
    expect(await activationsOf(product.database, one.owner)).toEqual(['partially_delivered']);
    const ordered = () =>
      product.database.rows(sql`
        select 1 from pgboss.job where name = 'protocol-mail'
          and data ->> 'kind' = 'recipients_unreached'
          and data ->> 'activation_id' = ${one.activationId}`);
    await reportUnreached(product.parts.protocol, one.activationId);
    await reportUnreached(product.parts.protocol, one.activationId);
    expect(await ordered()).toHaveLength(1);
    const { legacies } = await one.activator.browser.listLegacies();
    expect(legacies[0]?.activation).toMatchObject({
      status: 'partially_delivered',
      progress: { total: 3, accepted: 2, waiting: 0, unreachable: 1 },
    });
  });
});

describe('a jump of the clock', () => {
  const jumps = [hour, -hour, 40 * day, -40 * day];

  it.each(jumps)('of %d ms neither gives a mail up nor leaves it behind', async (jump) => {
    const one = await activated();
    peer.answer(one.recipient, { code: 451 });
    await work(one);
    product.clock.advance(jump);
    try {
      await sendOverdue(product.parts.protocol);
      expect(await toRecipient(one)).toMatchObject({ state: 'queued' });
      peer.answer(one.recipient, { code: 250 });
      // A back jump of an hour leaves a pause of an hour more; nothing waits longer than a day.
      product.clock.advance(jump === -hour ? hour + 10 * 60_000 : 10 * 60_000);
      await sendOverdue(product.parts.protocol);
      expect(takenBy(one.recipient)).toHaveLength(1);
    } finally {
      product.clock.advance(-jump);
    }
  });

  it.each(jumps)('of %d ms releases nothing while a payment is under way', async (jump) => {
    const { owner, contacts } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('a contact was wanted');
    await contact.browser.startActivation({ body: activationOf(owner, contact) });
    product.clock.advance(jump);
    await reconcilePayments(product.parts.payments);
    await sendOverdue(product.parts.protocol);
    product.clock.advance(-jump);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
    expect(takenBy(contact.email)).toEqual([]);
  });
});
