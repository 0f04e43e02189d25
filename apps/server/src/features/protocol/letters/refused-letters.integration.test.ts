import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour, minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { cyrillicAddress, newAddress } from '../../../../test/people.ts';
import { activationsOf, deliveryEventsOf, family } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { reportUnreached } from './follow-up.ts';

const day = 24 * hour;

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

describe('an unreached recipient', () => {
  it('is shown to the activator, who can correct the address twice', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 550, unknown: true });
    await postal.sendDueLetters(one);
    const { browser } = one.activator;
    const params = { id: one.activationId };
    const { unreached } = await browser.getActivation({ params });
    expect(unreached).toMatchObject([
      {
        envelope_id: expect.any(String),
        letters: 1,
        is_bounced: false,
        recipient_name: 'Пётр',
        recipient_email: one.recipient,
        refusal: 'permanent',
        state: 'queued',
        can_correct: true,
        reply: expect.stringContaining('550'),
      },
    ]);
    const { id: letterId, envelope_id: id } = await postal.letterToRecipient(one);
    const mistyped = newAddress();
    const corrected = newAddress();
    postal.standIn.answer(mistyped, { code: 550, unknown: true });
    const correct = (recipient_email: string) =>
      browser.correctAddress({ params: { id }, body: { recipient_email } });
    expect((await failureOf(correct(one.recipient))).code).toBe('no_changes');
    const earlier = await product.database.rows<{ id: string }>(
      sql`select id from delivery_links where envelope_id = ${id}`,
    );
    // Passes the expiry of the first link.
    product.clock.advance(400 * day);
    await browser.signIn({ body: one.activator });
    await correct(mistyped);
    await postal.sendDueLetters(one);
    await correct(corrected);
    await postal.sendDueLetters(one);
    product.clock.advance(-400 * day);
    expect(postal.lettersTo(corrected)).toHaveLength(1);
    const links = await product.database.rows<{ id: string; is_open: boolean; days: number }>(sql`
      select id, closed_at is null as is_open,
        extract(epoch from expires_at - created_at)::int / 86400 as days
      from delivery_links where envelope_id = ${id} order by created_at`);
    expect(links).toMatchObject([
      { id: earlier[0]?.id, is_open: false },
      { is_open: false },
      { is_open: true, days: 365 },
    ]);
    expect(letterTokenIn(postal.lettersTo(corrected)[0]?.text ?? '')).not.toBe(undefined);
    expect(postal.lettersTo(one.recipient)).toHaveLength(0);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(await deliveryEventsOf(product.database, letterId)).toEqual([
      'queued',
      'refused',
      'address_corrected',
      'refused',
      'address_corrected',
      'accepted',
    ]);
    await browser.signIn({ body: one.activator });
    expect((await failureOf(correct(newAddress()))).code).toBe('address_not_correctable');
    const { events } = await one.owner.browser.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toContain('delivery_address_corrected');
  });

  it('is shown with the reason for an unsupported address, and reached at a corrected one', async () => {
    const { kept, wire } = cyrillicAddress();
    const one = await postal.releaseProtocol(kept);
    const { browser } = one.activator;
    const { envelope_id: id } = await postal.letterToRecipient(one);
    const correct = (recipient_email: string) =>
      browser.correctAddress({ params: { id }, body: { recipient_email } });
    const other = cyrillicAddress();
    postal.standIn.announceUtf8(false);
    try {
      await postal.sendDueLetters(one);
      const { unreached } = await browser.getActivation({ params: { id: one.activationId } });
      expect(unreached).toMatchObject([
        { recipient_email: kept, can_correct: true, reply: expect.stringContaining('SMTPUTF8') },
      ]);
      expect((await failureOf(correct(wire))).code).toBe('no_changes');
      await correct(other.typed);
    } finally {
      postal.standIn.announceUtf8(true);
    }
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(other.kept)).toHaveLength(1);
    expect(postal.lettersTo(kept)).toEqual([]);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
  });

  it('is not corrected by other accounts, nor while attempts continue', async () => {
    const one = await postal.releaseProtocol();
    const { contacts } = await family(product);
    const stranger = contacts[0];
    if (!stranger) throw new Error('no contact');
    const { envelope_id: id } = await postal.letterToRecipient(one);
    const input = { params: { id }, body: { recipient_email: newAddress() } };
    for (const browser of [stranger.browser, one.owner.browser]) {
      expect((await failureOf(browser.correctAddress(input))).code).toBe('not_found');
    }
    const { browser } = one.activator;
    // Greylisting or a full mailbox does not mean that the address is wrong.
    for (const code of [451, 552]) {
      postal.standIn.answer(one.recipient, { code });
      await postal.makeLettersDue(one);
      await postal.sendDueLetters(one);
      expect((await failureOf(browser.correctAddress(input))).code).toBe('address_not_correctable');
      const { unreached } = await browser.getActivation({ params: { id: one.activationId } });
      expect(unreached.map(({ can_correct }) => can_correct)).toEqual(code === 552 ? [false] : []);
    }
  });

  it('is not corrected while a mail to the old address is being sent', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 550, unknown: true });
    await postal.sendDueLetters(one);
    const { envelope_id: id } = await postal.letterToRecipient(one);
    const answer = Promise.withResolvers<{ code: number }>();
    postal.standIn.answer(one.recipient, answer.promise);
    await postal.makeLettersDue(one);
    const sending = postal.sendDueLetters(one);
    const claimed = async () =>
      (
        await product.database.rows(
          sql`select 1 from envelopes where id = ${id} and claimed_until is not null`,
        )
      ).length;
    await expect.poll(claimed).toBe(1);
    const input = { params: { id }, body: { recipient_email: newAddress() } };
    const refused = await failureOf(one.activator.browser.correctAddress(input));
    answer.resolve({ code: 550 });
    await sending;
    expect(refused.code).toBe('delivery_under_way');
  });

  it('is given up after a week of attempts, and the activator is notified once', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 451 });
    await postal.sendDueLetters(one);
    const { envelope_id: id } = await postal.letterToRecipient(one);
    await product.database.rows(sql`update envelopes set refusals = 17 where id = ${id}`);
    await postal.makeLettersDue(one);
    await postal.sendDueLetters(one);
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'unreachable' });
    expect(await activationsOf(product.database, one.owner)).toEqual(['partially_delivered']);
    const notices = () =>
      product.database.rows(sql`
        select 1 from pgboss.job where name = 'mail'
          and data ->> 'mail' = 'recipients_unreached'
          and data -> 'ids' ->> 'activation_id' = ${one.activationId}`);
    await reportUnreached(product.ctx, one.activationId);
    await reportUnreached(product.ctx, one.activationId);
    expect(await notices()).toHaveLength(1);
    const { legacies } = await one.activator.browser.listLegacies();
    expect(legacies[0]?.activation).toMatchObject({
      status: 'partially_delivered',
      progress: { total: 3, accepted: 2, waiting: 0, unreachable: 1 },
    });
  });
});

it('pauses letters to a domain that refuses too many mails, without counting an attempt', async () => {
  const { standIn } = postal;
  const first = await postal.releaseProtocol('first@busy.example');
  standIn.answer('first@busy.example', { code: 421, words: '4.7.0 Too many messages' });
  await postal.sendDueLetters(first);
  const refusedAtDomain = () =>
    standIn.refused.map(({ to }) => to).filter((to) => to.endsWith('@busy.example'));
  expect(refusedAtDomain()).toEqual(['first@busy.example']);

  const other = await postal.releaseProtocol('second@busy.example');
  await postal.sendDueLetters(other);
  // Other domains are not affected.
  expect(postal.lettersTo(other.activator.email)).toHaveLength(1);
  expect(postal.lettersTo(other.recipient)).toHaveLength(0);
  expect(refusedAtDomain()).toHaveLength(1);
  const letter = await postal.letterToRecipient(other);
  expect(await deliveryEventsOf(product.database, letter.id)).toEqual(['queued']);
  expect(letter).toMatchObject({ state: 'queued', refusals: 0 });
  const [row] = await product.database.rows<{ seconds: number; is_free: boolean }>(sql`
    select extract(epoch from next_attempt_at - ${product.clock.now().toISOString()}::timestamptz)::int
      as seconds, claim_id is null as is_free
    from envelopes where id = (select envelope_id from deliveries where id = ${letter.id})`);
  expect(row?.seconds).toBeGreaterThan(30);
  expect(row?.seconds).toBeLessThanOrEqual(60);
  expect(row?.is_free).toBe(true);

  product.clock.advance(minute);
  await postal.sendDueLetters(other);
  expect(postal.lettersTo(other.recipient)).toHaveLength(1);
  expect(await deliveryEventsOf(product.database, letter.id)).toEqual(['queued', 'accepted']);
});

it('records the reply with server and TLS, and shows the activator the reply alone', async () => {
  const { standIn } = postal;
  const one = await postal.releaseProtocol();
  standIn.answer(one.recipient, { code: 550, unknown: true });
  await postal.sendDueLetters(one);
  const { id } = await postal.letterToRecipient(one);
  const [event] = await product.database.rows<{ id: string; reply: string }>(sql`
    select id, reply from delivery_events where delivery_id = ${id} and kind = 'refused'`);
  const key = await product.ctx.vault.keyOf(one.owner.userId);
  const { host } = new URL(standIn.url);
  const reply = key.open(event?.id ?? '', 'reply', event?.reply ?? '');
  expect(reply).toMatch(/^550 /);
  expect(reply.endsWith(` [${host}, no TLS]`)).toBe(true);

  const params = { id: one.activationId };
  const { unreached } = await one.activator.browser.getActivation({ params });
  expect(unreached.map((one) => one.reply)).toEqual([reply.replace(` [${host}, no TLS]`, '')]);
  const line = product
    .logged()
    .split('\n')
    .find((text) => text.includes('mail_not_accepted') && text.includes('550'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ status_code: 550, host, tls: 'none' });
  expect(line).not.toContain(one.recipient);
});
