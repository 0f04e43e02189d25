import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntriesOf } from '../../../../test/audit.ts';
import { hour, minute } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import {
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import { newAddress } from '../../../../test/people.ts';
import { activationsOf, deliveryEventsOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { addContact } from '../../../../test/vault-fixtures.ts';
import { listUnreachedEnvelopes } from './recipient-repository.ts';

const year = 365 * 24 * hour;
let postal: ProductWithMailServer;
let product: TestProduct;
let operator: TestOperator;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
  operator = await operatorAtDesk(product);
});
afterAll(() => postal.stop());

/** Releases a protocol whose letter to the further recipient is refused. */
async function withRefusedLetter(answer: { code: number; unknown?: boolean }) {
  const one = await postal.releaseProtocol();
  postal.standIn.answer(one.recipient, answer);
  await postal.sendDueLetters(one);
  const { id: letterId, envelope_id: id } = await postal.letterToRecipient(one);
  return { one, id, letterId };
}
const listed = async (id: string) => {
  const { letters } = await operator.browser.listLetters({ query: {} });
  return letters.find((letter) => letter.id === id);
};
const openLink = async (id: string) => {
  const [link] = await product.database.rows<{ id: string; expires_at: Date | string }>(sql`
    select id, expires_at from delivery_links where envelope_id = ${id} and closed_at is null`);
  if (!link) throw new Error('no open link');
  return link;
};
const tryAgain = (id: string) => operator.browser.retryLetter({ params: { id } });
const correct = (id: string, recipient_email: string, code = operator.code()) =>
  operator.browser.correctLetterAddress({ params: { id }, body: { code, recipient_email } });
const deleteActivator = ({ activator }: ReleasedProtocol) =>
  activator.browser.deleteAccount({
    body: { current_password: activator.password, confirmation_word: 'УДАЛИТЬ' },
  });

describe('unreached letters', () => {
  it('are listed with reason and time, without sealed texts', async () => {
    const { one, id } = await withRefusedLetter({ code: 550, unknown: true });
    postal.standIn.answer(one.activator.email, { code: 552 });
    const { letters: before } = await operator.browser.listLetters({ query: {} });
    await product.database.rows(sql`
      with again as (
        update envelopes set state = 'queued', next_attempt_at = ${product.clock.now().toISOString()}
        where user_id = ${one.owner.userId} and contact_id is not null returning id)
      update deliveries set state = 'queued' where envelope_id in (select id from again)`);
    await postal.sendDueLetters(one);
    const { letters } = await operator.browser.listLetters({ query: {} });
    expect(letters.length).toBe(before.length + 1);
    expect(letters.find((letter) => letter.id === id)).toMatchObject({
      owner: { email: one.owner.email },
      contact: null,
      letters: 1,
      state: 'queued',
      refusal: 'unknown_address',
      smtp_code: expect.stringMatching(/^550( 5\.1\.1)?$/),
      tries: 1,
      refused_since: expect.any(String),
      is_under_way: false,
      is_corrected: false,
      activator: { email: one.activator.email, account: 'confirmed', is_contact: true },
      corrected_by: 'activator',
    });
    const toContact = letters.filter((letter) => letter.contact?.email === one.activator.email);
    expect(toContact).toMatchObject([
      { refusal: 'permanent', letters: 2, is_bounced: false, corrected_by: 'none' },
    ]);
    const json = JSON.stringify(letters);
    for (const secret of [one.recipient, 'Пётр', 'user', 'mailbox']) {
      expect(json).not.toContain(secret);
    }
    postal.standIn.answer(one.activator.email, { code: 250 });
  });

  it('are paged, oldest first, without duplicates', async () => {
    await withRefusedLetter({ code: 550 });
    product.clock.advance(1000);
    await withRefusedLetter({ code: 550 });
    const all = (await listUnreachedEnvelopes(product.database, undefined, 100)).map(
      ({ id }) => id,
    );
    const seen: string[] = [];
    for (;;) {
      const [next] = await listUnreachedEnvelopes(product.database, seen.at(-1), 1);
      if (!next) break;
      seen.push(next.id);
    }
    expect(seen).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are retried with the same link and a reset counter, and audited', async () => {
    const { one, id, letterId } = await withRefusedLetter({ code: 550, unknown: true });
    await product.database.rows(
      sql`update envelopes set state = 'unreachable', refusals = 18 where id = ${id}`,
    );
    await product.database.rows(
      sql`update deliveries set state = 'unreachable' where envelope_id = ${id}`,
    );
    const former = await openLink(id);
    postal.standIn.answer(one.recipient, { code: 250 });
    await tryAgain(id);
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'queued', refusals: 0 });
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivering']);
    expect(await listed(id)).toBeUndefined();
    expect((await failureOf(tryAgain(id))).code).toBe('letter_not_refused');
    await postal.sendDueLetters(one);
    const [resent] = postal.lettersTo(one.recipient);
    expect(resent?.message_id).toContain(former.id);
    expect(await activationsOf(product.database, one.owner)).toEqual(['delivered']);
    expect(await deliveryEventsOf(product.database, letterId)).toEqual([
      'queued',
      'refused',
      'tried_again',
      'accepted',
    ]);
    expect(await auditEntriesOf(product.database, id)).toEqual([
      { act: 'letter_retried', actor_id: operator.userId, owner_id: one.owner.userId },
    ]);
    expect((await failureOf(tryAgain(id))).code).toBe('letter_not_refused');
  });

  it.each([
    ['by an operator', { code: 550 }, ({ id }: { id: string }) => tryAgain(id)],
    ['automatically', { code: 451 }, async () => product.clock.advance(minute)],
  ])('are sent with an extended link when retried %s', async (_, answer, retry) => {
    const refused = await withRefusedLetter(answer);
    const { one, id } = refused;
    postal.standIn.answer(one.recipient, { code: 250 });
    await product.database.rows(sql`
      update delivery_links set expires_at = ${product.clock.now().toISOString()}
      where envelope_id = ${id}`);
    await retry(refused);
    await postal.sendDueLetters(one);
    const [resent] = postal.lettersTo(one.recipient);
    const open = await openLink(id);
    expect(resent?.message_id).toContain(open.id);
    const remainingMs = new Date(open.expires_at).getTime() - product.clock.now().getTime();
    expect(remainingMs).toBeGreaterThan(year - hour);
  });

  it('are not retried while claimed', async () => {
    const { id } = await withRefusedLetter({ code: 550 });
    await product.database.rows(sql`
      update envelopes set claimed_until = now() + interval '10 seconds' where id = ${id}`);
    expect(await listed(id)).toMatchObject({ is_under_way: true });
    expect((await failureOf(tryAgain(id))).code).toBe('delivery_under_way');
  });

  it('are corrected by an operator only after the activator deleted their account, and once', async () => {
    const { one, id } = await withRefusedLetter({ code: 550, unknown: true });
    const corrected = newAddress();
    expect((await failureOf(correct(id, corrected))).code).toBe('activator_can_correct');
    await deleteActivator(one);
    expect(await listed(id)).toMatchObject({
      activator: { account: 'gone' },
      corrected_by: 'operator',
    });
    expect((await failureOf(correct(id, corrected, '000000'))).code).toBe('wrong_operator_code');
    expect((await failureOf(correct(id, one.recipient))).code).toBe('no_changes');
    await correct(id, corrected);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(corrected)).toHaveLength(1);
    expect(postal.lettersTo(one.recipient)).toEqual([]);
    expect((await failureOf(correct(id, newAddress()))).code).toBe('address_not_correctable');
    expect(await auditEntriesOf(product.database, id)).toEqual([
      { act: 'delivery_address_corrected', actor_id: operator.userId, owner_id: one.owner.userId },
    ]);
    const notices = await product.database.rows(sql`
      select 1 from pgboss.job where name = 'mail'
        and data ->> 'mail' = 'delivery_address_corrected'
        and data -> 'ids' ->> 'by' = 'operator'
        and data -> 'ids' ->> 'activation_id' = ${one.activationId}`);
    expect(notices).toHaveLength(1);
    const { events } = await one.owner.browser.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toContain('delivery_address_corrected');
  });

  it('are not corrected for a full mailbox or after rearming', async () => {
    const { one, id } = await withRefusedLetter({ code: 552 });
    await deleteActivator(one);
    expect(await listed(id)).toMatchObject({ corrected_by: 'none' });
    expect((await failureOf(correct(id, newAddress()))).code).toBe('address_not_correctable');
    await one.owner.browser.rearmProtocol();
    expect(await listed(id)).toBeUndefined();
    expect((await failureOf(tryAgain(id))).code).toBe('letter_not_refused');
  });
});

it('refuses operators who are contacts of the owner', async () => {
  const { one, id } = await withRefusedLetter({ code: 550, unknown: true });
  await deleteActivator(one);
  expect(await listed(id)).toMatchObject({ is_involved: false });
  await addContact(one.owner, operator.email);
  expect(await listed(id)).toMatchObject({ is_involved: true });
  expect((await failureOf(tryAgain(id))).code).toBe('operator_involved');
  expect((await failureOf(correct(id, newAddress()))).code).toBe('operator_involved');
  const other = await operatorAtDesk(product);
  await other.browser.retryLetter({ params: { id } });
});
