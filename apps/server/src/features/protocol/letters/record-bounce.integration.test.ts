import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  letterTokenIn,
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { operatorAtDesk } from '../../../../test/operators.ts';
import { newAddress } from '../../../../test/people.ts';
import { activationsOf, deliveriesOf, deliveryEventsOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import type { Bounce } from '../../../platform/mail/mail.ts';
import { claimEnvelopes } from './claim-repository.ts';
import { reportUnreached } from './follow-up.ts';
import { recordBouncedLetter } from './record-bounce.ts';
import { recordOutcomes } from './record-outcomes.ts';

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

const mailIdOf = (messageId = '') => messageId.match(/^<delivery\.([^@]+)@/)?.[1] ?? 'none';

function reportOn(address: string, change: Partial<Bounce> = {}): Bounce {
  return {
    mail_id: mailIdOf(postal.lettersTo(address).at(-1)?.message_id),
    permanent: true,
    isAddressUnknown: true,
    status: '5.1.1',
    reply: `mx.example.org said: <${address}> is no user here`,
    reported_at: product.clock.now(),
    ...change,
  };
}

const report = (bounce: Bounce) => recordBouncedLetter(product.ctx, bounce);

async function deliverProtocol(): Promise<ReleasedProtocol> {
  const one = await postal.releaseProtocol();
  await postal.sendDueLetters(one);
  expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
  return one;
}

const statusesOf = async ({ owner }: ReleasedProtocol) => {
  const { instructions } = await owner.browser.listInstructions();
  return instructions.map(({ status }) => status).toSorted();
};

/** All rows that a report may change. */
const readRows = ({ owner }: ReleasedProtocol) =>
  product.database.rows(sql`
    select deliveries.*, to_json(envelope) as envelope, instruction.status,
      activation.status as activation_status,
      (select count(*)::int from pgboss.job) as jobs,
      (select json_agg(event order by event.id) from delivery_events event
        where delivery_id = deliveries.id) as ledger
    from deliveries
    inner join envelopes envelope on envelope.id = deliveries.envelope_id
    inner join instructions instruction on instruction.id = deliveries.instruction_id
    inner join activation_requests activation on activation.id = deliveries.activation_id
    where deliveries.user_id = ${owner.userId} order by deliveries.id`);

async function expectNoChange(one: ReleasedProtocol, bounce: Bounce): Promise<void> {
  const before = await readRows(one);
  expect(await report(bounce)).toBe('no_change');
  expect(await readRows(one)).toEqual(before);
}

describe('a bounced mail', () => {
  it('is queued again, shown to the activator and resent unchanged', async () => {
    const one = await deliverProtocol();
    expect(await report(reportOn(one.recipient))).toBe('recorded');
    expect(await postal.letterToRecipient(one)).toMatchObject({
      ...{ state: 'queued', refusals: 1, last_refusal: 'unknown_address' },
    });
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivering']);
    expect(await statusesOf(one)).toEqual(['outbox', 'sent']);
    const { unreached, progress } = await one.activator.browser.getActivation({
      params: { id: one.activationId },
    });
    expect(progress).toMatchObject({ total: 3, accepted: 2, waiting: 1 });
    expect(unreached).toMatchObject([
      { letters: 1, refusal: 'permanent', is_bounced: true, can_correct: true },
    ]);
    expect(unreached[0]?.reply).toContain('5.1.1 mx.example.org said');
    const { protocol } = await one.owner.browser.getOwnProtocol();
    const own = protocol?.deliveries.find(
      ({ recipient_email }) => recipient_email === one.recipient,
    );
    expect(own).toMatchObject({ state: 'queued', bounced_at: expect.any(String) });
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    const mails = postal.lettersTo(one.recipient);
    expect(mails).toHaveLength(2);
    expect(new Set(mails.map(({ message_id }) => message_id)).size).toBe(1);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(await statusesOf(one)).toEqual(['sent', 'sent']);
    const { id } = await postal.letterToRecipient(one);
    expect(await deliveryEventsOf(product.database, id)).toEqual([
      'queued',
      'accepted',
      'bounced',
      'accepted',
    ]);
  });

  it('affects all its letters, and the activator is notified once', async () => {
    const one = await deliverProtocol();
    const bounce = reportOn(one.activator.email, { isAddressUnknown: false, status: '5.2.2' });
    expect(await report(bounce)).toBe('recorded');
    const rows = await deliveriesOf(product.database, one.owner);
    expect(rows.filter(({ state }) => state === 'queued').map((row) => row.contact_id)).toEqual([
      one.activator.contactId,
      one.activator.contactId,
    ]);
    const { unreached } = await one.activator.browser.getActivation({
      params: { id: one.activationId },
    });
    expect(unreached).toMatchObject([{ letters: 2, is_bounced: true, can_correct: false }]);
    const { ctx } = product;
    await reportUnreached(ctx, one.activationId);
    await reportUnreached(ctx, one.activationId);
    const notices = await product.database.rows(sql`
      select 1 from pgboss.job where name = 'mail'
        and data ->> 'mail' = 'recipients_unreached'
        and data -> 'ids' ->> 'activation_id' = ${one.activationId}`);
    expect(notices).toHaveLength(1);
  });

  it('is listed for operators with its code, without the reply', async () => {
    const one = await deliverProtocol();
    await report(reportOn(one.recipient));
    const operator = await operatorAtDesk(product);
    const { letters } = await operator.browser.listLetters({ query: {} });
    const { envelope_id } = await postal.letterToRecipient(one);
    expect(letters.find(({ id }) => id === envelope_id)).toMatchObject({
      is_bounced: true,
      refusal: 'unknown_address',
      smtp_code: '5.1.1',
      tries: 1,
    });
    expect(JSON.stringify(letters)).not.toContain(one.recipient);
  });

  it('can be sent to a corrected address, unaffected by reports about the former one', async () => {
    const one = await deliverProtocol();
    const former = reportOn(one.recipient);
    await report(former);
    const { envelope_id: id } = await postal.letterToRecipient(one);
    const recipient_email = newAddress();
    await one.activator.browser.correctAddress({ params: { id }, body: { recipient_email } });
    await postal.sendDueLetters(one);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    const later = new Date(product.clock.now().getTime() + 1000);
    await expectNoChange(one, { ...former, reported_at: later });
    const resent = postal.lettersTo(recipient_email);
    expect(letterTokenIn(resent[0]?.text ?? '')).toMatch(/^[\w-]{43}$/);
    expect(await report(reportOn(recipient_email))).toBe('recorded');
  });

  it('is given up after as many attempts as a refused one', async () => {
    const one = await deliverProtocol();
    let tries = 0;
    for (; tries < 40; tries++) {
      product.clock.advance(1000);
      expect(await report(reportOn(one.recipient))).toBe('recorded');
      if ((await postal.letterToRecipient(one)).state === 'unreachable') break;
      await postal.makeLettersDue(one);
      await postal.sendDueLetters(one);
    }
    expect(tries).toBe(17);
    const { id } = await postal.letterToRecipient(one);
    expect((await deliveryEventsOf(product.database, id)).slice(-2)).toEqual(
      expect.arrayContaining(['bounced', 'given_up']),
    );
    expect(await activationsOf(product.database, one.owner)).toEqual(['partially_delivered']);
    expect(await report(reportOn(one.recipient))).toBe('no_change');
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'unreachable' });
  });

  it('is not overridden by the later record of its acceptance', async () => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    const now = product.clock.now();
    const claimed = await claimEnvelopes(product.database, one.activationId, randomUUID(), now, 9);
    const envelope = claimed.find(({ contact_id }) => contact_id === null);
    if (!envelope) throw new Error('no envelope to the recipient');
    const bounce = reportOn(one.recipient, { mail_id: envelope.link_id });
    expect(await report(bounce)).toBe('recorded');
    const key = await product.vaultKeyOf(one.owner.userId);
    const activation = { id: one.activationId, deceased_user_id: one.owner.userId };
    const outcome = { envelope, refusal: null, reply: '250 taken' };
    await recordOutcomes(ctx, activation, key, [outcome]);
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'queued', refusals: 1 });
  });
});

describe('a repeated, late or outdated report', () => {
  it('changes nothing the second time', async () => {
    const one = await deliverProtocol();
    const bounce = reportOn(one.recipient);
    expect(await report(bounce)).toBe('recorded');
    await expectNoChange(one, bounce);
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    await expectNoChange(one, bounce);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
  });

  it.each(['opened', 'delayed'])('is only noted, once, when the mail was %s', async (reason) => {
    const one = await deliverProtocol();
    const token = letterTokenIn(postal.lettersTo(one.recipient)[0]?.text ?? '') ?? '';
    if (reason === 'opened') await product.browser().openDeliveryLink({ body: { token } });
    const bounce = reportOn(one.recipient, { permanent: reason === 'opened' });
    expect(await report(bounce)).toBe('no_change');
    const { id } = await postal.letterToRecipient(one);
    expect((await deliveryEventsOf(product.database, id)).at(-1)).toBe('report_noted');
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(await statusesOf(one)).toEqual(['sent', 'sent']);
    const { protocol } = await one.owner.browser.getOwnProtocol();
    expect(protocol?.deliveries.map(({ refused_at }) => refused_at)).toEqual([null, null, null]);
    await expectNoChange(one, bounce);
  });

  it('changes nothing after its link was closed, but counts for the renewed one', async () => {
    const one = await deliverProtocol();
    const former = reportOn(one.recipient);
    const browser = product.browser();
    const token = letterTokenIn(postal.lettersTo(one.recipient)[0]?.text ?? '') ?? '';
    const { delivery_id: id } = await browser.openDeliveryLink({ body: { token } });
    product.clock.advance(1000);
    await browser.closeDeliveryLink({ params: { id } });
    await expectNoChange(one, former);
    await postal.sendDueLetters(one);
    await expectNoChange(one, former);
    expect(await report(reportOn(one.recipient))).toBe('recorded');
  });

  it('changes nothing after letters were closed or the protocol was armed again', async () => {
    const closed = await deliverProtocol();
    await closed.owner.browser.closeLetters();
    await expectNoChange(closed, reportOn(closed.recipient));
    const armed = await deliverProtocol();
    await armed.owner.browser.rearmProtocol();
    await expectNoChange(armed, reportOn(armed.recipient));
  });

  it('is unknown if it does not belong to a letter', async () => {
    const one = await deliverProtocol();
    for (const mail_id of [randomUUID(), 'no id', '']) {
      expect(await report(reportOn(one.recipient, { mail_id }))).toBe('unknown');
    }
  });

  it('is sealed with the owner’s key', async () => {
    const one = await deliverProtocol();
    await report(reportOn(one.recipient));
    const rows = await product.database.rows<{ row: string }>(
      sql`select row_to_json(delivery_events)::text as row from delivery_events`,
    );
    const all = rows.map(({ row }) => row).join();
    for (const secret of [one.recipient, 'is no user here']) expect(all).not.toContain(secret);
  });
});
