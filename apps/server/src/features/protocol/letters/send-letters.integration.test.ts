import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../test/durations.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  startWithMailServer,
} from '../../../../test/letters.ts';
import {
  activationOf,
  activationsOf,
  deliveriesOf,
  deliveryEventsOf,
  family,
} from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { reconcilePayments } from '../../billing/payments/settle-payment.ts';
import { claimEnvelopes } from './claim-repository.ts';
import type { LetterOutcome } from './hand-over-letter.ts';
import { recordOutcomes } from './record-outcomes.ts';
import { sendLetters, sendOverdueLetters } from './send-letters.ts';

const day = 24 * hour;

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

describe('a letter', () => {
  it('is retried after a temporary refusal, and accepted once', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 451 });
    await postal.sendDueLetters(one);
    expect(await postal.letterToRecipient(one)).toMatchObject({
      state: 'queued',
      last_refusal: 'temporary',
    });
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivering']);
    // The next attempt is not due yet.
    postal.standIn.answer(one.recipient, { code: 250 });
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(0);
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    const { id } = await postal.letterToRecipient(one);
    expect(await deliveryEventsOf(product.database, id)).toEqual(['queued', 'refused', 'accepted']);
  });

  it('marks its instruction as sent once it is accepted for every recipient', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 451 });
    await postal.sendDueLetters(one);
    const statuses = async () => {
      const { instructions } = await one.owner.browser.listInstructions();
      return instructions.map(({ recipient_email, status }) => [recipient_email, status]);
    };
    expect(await statuses()).toEqual([
      [one.recipient, 'outbox'],
      [null, 'sent'],
    ]);
    postal.standIn.answer(one.recipient, { code: 250 });
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    expect(await statuses()).toEqual([
      [one.recipient, 'sent'],
      [null, 'sent'],
    ]);
  });

  it('is repeated with the same link and Message-ID if its outcome was not recorded', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    // Simulates a crash between the acceptance and its record.
    await product.database.rows(sql`
      with again as (
        update envelopes set state = 'queued', claimed_until = null
        where user_id = ${one.owner.userId} returning id)
      update deliveries set state = 'queued' where envelope_id in (select id from again)`);
    await postal.sendDueLetters(one);
    const mails = postal.lettersTo(one.recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
    const links = new Set(mails.map(({ text }) => letterTokenIn(text)));
    expect([...links]).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it('is sent once by concurrent workers', async () => {
    const one = await postal.releaseProtocol();
    await Promise.all([1, 2, 3].map(() => postal.sendDueLetters(one)));
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
    expect(postal.lettersTo(one.activator.email)).toHaveLength(1);
  });

  it('is not sent by another worker until the lease expires', async () => {
    const one = await postal.releaseProtocol();
    const claimFor = (seconds: number) =>
      product.database.rows(sql`
        update envelopes set claimed_until = now() + make_interval(secs => ${seconds})
        where user_id = ${one.owner.userId}`);
    await claimFor(15);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(0);
    await claimFor(-1);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
  });
});

describe('an outcome of an accepted letter', () => {
  it('changes neither letter, ledger, instruction nor activation', async () => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    const letters = await claimEnvelopes(
      product.database,
      one.activationId,
      randomUUID(),
      product.clock.now(),
      10,
    );
    const key = await ctx.vault.keyOf(one.owner.userId);
    const record = (refusal: LetterOutcome['refusal'], reply: string) =>
      recordOutcomes(
        ctx,
        { id: one.activationId, deceased_user_id: one.owner.userId },
        key,
        letters.map((envelope) => ({ envelope, refusal, reply })),
      );
    const readRows = () =>
      product.database.rows(sql`
        select deliveries.*, to_json(envelope) as envelope, instruction.status, activation.status as activation_status,
          activation.updated_at, (select count(*)::int from pgboss.job) as jobs,
          (select json_agg(event order by event.id) from delivery_events event
            where delivery_id = deliveries.id) as ledger
        from deliveries
        inner join envelopes envelope on envelope.id = deliveries.envelope_id
        inner join instructions instruction on instruction.id = deliveries.instruction_id
        inner join activation_requests activation on activation.id = deliveries.activation_id
        where deliveries.user_id = ${one.owner.userId} order by deliveries.id`);
    await record(null, '250 taken');
    const recorded = await readRows();
    expect(recorded).toMatchObject([
      { state: 'accepted', activation_status: 'delivered' },
      { state: 'accepted' },
      { state: 'accepted' },
    ]);
    product.clock.advance(60_000);
    await record(null, '250 taken again');
    await record('temporary', '451 later');
    await record('unknown_address', '550 no such user');
    product.clock.advance(-60_000);
    expect(await readRows()).toEqual(recorded);
  });
});

describe('a late outcome', () => {
  it('does not apply to a mail with a renewed link', async () => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    const now = product.clock.now();
    const claimed = await claimEnvelopes(product.database, one.activationId, randomUUID(), now, 9);
    const envelope = claimed.find(({ contact_id }) => contact_id === null);
    if (!envelope) throw new Error('no envelope to the recipient');
    const key = await ctx.vault.keyOf(one.owner.userId);
    const activation = { id: one.activationId, deceased_user_id: one.owner.userId };
    const record = () =>
      recordOutcomes(ctx, activation, key, [{ envelope, refusal: null, reply: '250' }]);
    await record();
    const browser = product.browser();
    const token = ctx.linkTokens.tokenOf(envelope.link_id);
    const { delivery_id: id } = await browser.openDeliveryLink({ body: { token } });
    await browser.closeDeliveryLink({ params: { id } });
    await record();
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'queued' });
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
  });
});

describe('an unavailable mail server', () => {
  it('does not count as a refusal, and letters are sent once it answers', async () => {
    const one = await postal.releaseProtocol();
    await postal.standIn.stop();
    try {
      await postal.sendDueLetters(one);
    } finally {
      await postal.standIn.start();
    }
    const rows = await deliveriesOf(product.database, one.owner);
    expect(rows.map(({ state, refusals }) => [state, refusals])).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['queued', 0],
    ]);
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
  });
});

describe('a failed record of outcomes', () => {
  it('fails the job, and the letters are repeated unchanged', async () => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    let isBroken = true;
    const database = {
      ...ctx.database,
      transaction: <T>(run: () => Promise<T>) =>
        isBroken ? Promise.reject<T>(new Error('no database')) : ctx.database.transaction(run),
    };
    const broken = { ...ctx, database };
    await expect(sendLetters(broken, one.activationId)).rejects.toThrow('no database');
    isBroken = false;
    await sendLetters(broken, one.activationId);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    const mails = postal.lettersTo(one.recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
  });
});

describe('a failed claim during sending', () => {
  it('fails the job, but records the sent letters', async () => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    let claims = 0;
    const checkpoint = (name: string) => {
      if (name === 'delivery.claimed' && ++claims > 1) throw new Error('no database');
    };
    const failing = sendLetters({ ...ctx, checkpoint }, one.activationId);
    await expect(failing).rejects.toThrow('no database');
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
  });
});

describe('a clock jump', () => {
  const jumps = [hour, -hour, 40 * day, -40 * day];

  it.each(jumps)('of %d ms neither gives up nor loses a letter', async (jump) => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 451 });
    await postal.sendDueLetters(one);
    product.clock.advance(jump);
    try {
      await sendOverdueLetters(product.ctx);
      expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'queued' });
      postal.standIn.answer(one.recipient, { code: 250 });
      // After a jump back of an hour the back-off is an hour longer.
      product.clock.advance(jump === -hour ? hour + 10 * 60_000 : 10 * 60_000);
      await sendOverdueLetters(product.ctx);
      expect(postal.lettersTo(one.recipient)).toHaveLength(1);
    } finally {
      product.clock.advance(-jump);
    }
  });

  it.each(jumps)('of %d ms releases nothing while a payment is pending', async (jump) => {
    const { owner, contacts } = await family(product);
    const [contact] = contacts;
    if (!contact) throw new Error('no contact');
    await contact.browser.startActivation({ body: activationOf(owner, contact) });
    product.clock.advance(jump);
    await reconcilePayments(product.ctx);
    await sendOverdueLetters(product.ctx);
    product.clock.advance(-jump);
    expect(await deliveriesOf(product.database, owner)).toEqual([]);
    expect(postal.lettersTo(contact.email)).toEqual([]);
  });
});
