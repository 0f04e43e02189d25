import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../test/activations.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { newAddress, signedInPerson } from '../../../../test/people.ts';
import {
  activationsOf,
  type DeliveryRow,
  deliveriesOf,
  deliveryEventsOf,
  family,
  payFor,
} from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { claimEnvelopes, releaseClaims, renewClaims } from '../letters/claim-repository.ts';
import type { LetterOutcome } from '../letters/hand-over-letter.ts';
import { recordOutcomes } from '../letters/record-outcomes.ts';

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

const statesOf = async ({ owner }: Pick<ReleasedProtocol, 'owner'>) => {
  const rows = await deliveriesOf(product.database, owner);
  return rows.map(({ state }) => state);
};

const tokenOf = (address: string) => letterTokenIn(postal.lettersTo(address)[0]?.text ?? '') ?? '';
const open = (token: string) => product.browser().openDeliveryLink({ body: { token } });

const countMails = async (mail: string, ownerId: string) => {
  const [row] = await product.database.rows<{ mails: number }>(sql`
    select count(*)::int as mails from pgboss.job
    where data->>'mail' = ${mail} and data->'ids'->>'owner_id' = ${ownerId}`);
  return row?.mails;
};

describe('an owner who closes letters', () => {
  it('recalls exactly the unopened ones, in every state of their mails', async () => {
    const { owner, contacts } = await family(product, 2);
    const [first, second] = contacts;
    if (!first || !second) throw new Error('expected two contacts');
    const silent = await addContact(owner);
    const refusing = newAddress();
    const unreachable = newAddress();
    const all = [first.contactId, second.contactId, silent.id];
    await writeInstruction(owner, { trusted_contact_ids: all, recipient_email: refusing });
    await writeInstruction(owner, { trusted_contact_ids: all, recipient_email: unreachable });
    postal.standIn.answer(refusing, { code: 451 });
    postal.standIn.answer(unreachable, { code: 451 });
    await payFor(owner, first);
    const activation = await onlyActivation(owner.userId);
    await postal.sendDueLetters({ owner, activator: first, recipient: refusing, ...activation });
    const of = async (one: (row: DeliveryRow) => boolean) =>
      (await deliveriesOf(product.database, owner)).filter(one);
    const toRecipient = await of(({ contact_id }) => contact_id === null);
    for (const table of ['deliveries', 'envelopes']) {
      const column = table === 'envelopes' ? toRecipient[1]?.envelope_id : toRecipient[1]?.id;
      await product.database.rows(
        sql`update ${sql.identifier(table)} set state = 'unreachable' where id = ${column}`,
      );
    }
    await open(tokenOf(second.email));
    const before = await statesOf({ owner });
    expect(new Set(before)).toEqual(new Set(['queued', 'accepted', 'unreachable', 'withheld']));
    expect(await unopenedOf(owner)).toBe(9);

    expect(await owner.browser.closeLetters()).toEqual({ closed: 9 });
    const after = await deliveriesOf(product.database, owner);
    const stillOpen = after.filter(({ state }) => state !== 'closed');
    expect(stillOpen).toMatchObject([{ contact_id: second.contactId, state: 'accepted' }]);
    const ledgers = await Promise.all(
      after.map(({ id }) => deliveryEventsOf(product.database, id)),
    );
    expect(ledgers.map((kinds) => kinds.includes('opened') !== kinds.includes('recalled'))).toEqual(
      after.map(() => true),
    );
    const { protocol } = await owner.browser.getOwnProtocol();
    expect(protocol?.progress).toEqual({
      ...{ total: 10, accepted: 1, closed: 9 },
      ...{ waiting: 0, unreachable: 0, withheld: 0, opened: 1 },
    });
    // No letter is queued or unreachable any more.
    expect(await activationsOf(product.database, owner)).toEqual(['delivered']);
    expect(await unopenedOf(owner)).toBe(0);
  });

  it('keeps instructions closed, and marks them as sent if all other letters were accepted', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, { code: 451 });
    await postal.sendDueLetters(one);
    const titles = await received(one);
    for (const { delivery_id } of titles) {
      await one.activator.browser.openReceivedInstruction({ params: { id: delivery_id } });
    }
    expect(await one.owner.browser.closeLetters()).toEqual({ closed: 1 });
    const { instructions } = await one.owner.browser.listInstructions();
    expect(instructions.map(({ status, queued_at }) => [status, queued_at !== null])).toEqual([
      ['sent', true],
      ['sent', true],
    ]);
  });

  it('sees the reason for an instruction without a letter', async () => {
    const one = await postal.releaseProtocol();
    await one.owner.browser.closeLetters();
    const { protocol } = await one.owner.browser.getOwnProtocol();
    expect(protocol?.left.map(({ reason }) => reason)).toEqual(['recalled', 'recalled']);
  });

  it('keeps the envelope of a person who opened one of its letters', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    const { email } = one.activator;
    const token = tokenOf(email);
    const browser = product.browser();
    const { delivery_id: id } = await browser.openDeliveryLink({ body: { token } });
    const { title } = await browser.getDelivery({ params: { id } });
    expect(await one.owner.browser.closeLetters()).toEqual({ closed: 2 });
    const { letters } = await browser.listDeliveredLetters({ params: { id } });
    expect(letters.map((letter) => letter.id)).toEqual([id]);
    product.clock.advance(1000);
    await browser.closeDeliveryLink({ params: { id } });
    await postal.sendDueLetters(one);
    const [, renewed] = postal.lettersTo(email);
    expect(renewed?.subject).not.toContain(title);
    expect(renewed?.text).toContain(title);
    const again = await open(letterTokenIn(renewed?.text ?? '') ?? '');
    expect(again.delivery_id).toBe(id);
    const states = (await statesOf(one)).toSorted();
    expect(states).toEqual(['accepted', 'closed', 'closed']);
  });

  it('shows recipients a notice in place of the letter, by link and in the account', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    await one.owner.browser.closeLetters();
    expect(await errorCodeOf(open(tokenOf(one.recipient)))).toBe('letter_recalled');
    const rows = await received(one);
    expect(rows).toMatchObject([
      { title: null, file_count: 0, is_recalled: true },
      { title: null, is_recalled: true },
    ]);
    const params = { id: rows[0]?.delivery_id ?? '' };
    expect(await errorCodeOf(one.activator.browser.openReceivedInstruction({ params }))).toBe(
      'letter_recalled',
    );
  });

  it('must have a started protocol', async () => {
    const one = await postal.releaseProtocol();
    expect(new Set(await statesOf(one))).toEqual(new Set(['queued']));
    const other = await signedInPerson(product);
    expect(await errorCodeOf(other.browser.closeLetters())).toBe('protocol_not_active');
    expect(await errorCodeOf(one.activator.browser.closeLetters())).toBe('protocol_not_active');
  });

  it('gets one security event and one mail, even after repeated calls', async () => {
    const one = await postal.releaseProtocol();
    expect(await one.owner.browser.closeLetters()).toEqual({ closed: 3 });
    expect(await one.owner.browser.closeLetters()).toEqual({ closed: 0 });
    const { events } = await one.owner.browser.listSecurityEvents({ query: {} });
    expect(events.filter(({ kind }) => kind === 'letters_closed')).toHaveLength(1);
    expect(await countMails('letters_closed', one.owner.userId)).toBe(1);
  });
});

describe('a letter that is being sent during the recall', () => {
  it.each([
    ['accepted', null],
    ['refused', 'unknown_address'],
  ] as const)('stays recalled when it is %s afterwards', async (_, refusal) => {
    const one = await postal.releaseProtocol();
    const { ctx } = product;
    const { database, clock } = product;
    const claimId = randomUUID();
    const claimed = await claimEnvelopes(database, one.activationId, claimId, clock.now(), 10);
    expect(claimed.map(({ letter_count }) => letter_count).toSorted()).toEqual([1, 2]);
    await one.owner.browser.closeLetters();
    const everything = () =>
      database.rows(sql`
        select deliveries.*, to_jsonb(envelope) - 'recalled_at' as envelope, instruction.status, activation.status as activation_status,
          (select count(*)::int from delivery_events where delivery_id = deliveries.id) as events
        from deliveries
        inner join envelopes envelope on envelope.id = deliveries.envelope_id
        inner join instructions instruction on instruction.id = deliveries.instruction_id
        inner join activation_requests activation on activation.id = deliveries.activation_id
        where deliveries.user_id = ${one.owner.userId} order by deliveries.id`);
    const before = await everything();
    const key = await product.vaultKeyOf(one.owner.userId);
    const outcomes = claimed.map((envelope): LetterOutcome => ({ envelope, refusal, reply: 'x' }));
    const activation = { id: one.activationId, deceased_user_id: one.owner.userId };
    await recordOutcomes(ctx, activation, key, outcomes);
    await renewClaims(database, claimId);
    await releaseClaims(database, claimId);
    expect(await everything()).toEqual(before);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toEqual([]);
  });
});

const received = async ({ activator }: Pick<ReleasedProtocol, 'activator'>) =>
  (await activator.browser.listReceivedInstructions({ params: { id: activator.contactId } }))
    .instructions;

const unopenedOf = async (owner: ReleasedProtocol['owner']) =>
  (await owner.browser.getOwnProtocol()).protocol?.unopened;

async function onlyActivation(ownerId: string): Promise<{ activationId: string }> {
  const [row] = await product.database.rows<{ id: string }>(
    sql`select id from activation_requests where deceased_user_id = ${ownerId}`,
  );
  return { activationId: row?.id ?? '' };
}
