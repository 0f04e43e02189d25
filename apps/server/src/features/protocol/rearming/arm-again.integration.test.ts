import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodeOf } from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import {
  letterTokenIn,
  type ProductWithMailServer,
  type ReleasedProtocol,
  startWithMailServer,
} from '../../../../test/letters.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { activationsOf, deliveriesOf } from '../../../../test/protocol.ts';
import type { TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { recipientsUnreached } from '../emails/release-mails.ts';
import { remindOfExpiringLinks, reportUnreached } from '../letters/follow-up.ts';
import { sendLettersAndReschedule, sendOverdueLetters } from '../letters/send-letters.ts';

const day = 24 * hour;
const unknownAddress = { code: 550, unknown: true };

let postal: ProductWithMailServer;
let product: TestProduct;
beforeAll(async () => {
  postal = await startWithMailServer();
  product = postal.product;
});
afterAll(() => postal.stop());

const arm = ({ owner }: Pick<ReleasedProtocol, 'owner'>) => owner.browser.rearmProtocol();
const tokenOf = (address: string) =>
  letterTokenIn(postal.lettersTo(address).at(-1)?.text ?? '') ?? '';

async function openAsReader({ recipient }: ReleasedProtocol) {
  const browser = product.browser();
  const { delivery_id } = await browser.openDeliveryLink({ body: { token: tokenOf(recipient) } });
  return { browser, params: { id: delivery_id } };
}

const statesOf = async ({ owner }: Pick<ReleasedProtocol, 'owner'>) => {
  const rows = await deliveriesOf(product.database, owner);
  return rows.map(({ state }) => state).sort();
};

describe('arming again', () => {
  it('moves the activation to the past, and resets contacts and instructions', async () => {
    const one = await postal.releaseProtocol();
    await addContact(one.owner);
    await postal.sendDueLetters(one);
    await openAsReader(one);
    expect(await findingsOf(one)).toEqual([]);
    await arm(one);
    expect(await activationsOf(product.database, one.owner)).toEqual(['past']);
    expect(await statesOf(one)).toEqual(['accepted', 'closed', 'closed']);
    const { contacts } = await one.owner.browser.listContacts();
    expect(contacts.map(({ status, protocol_activated_at: at }) => [status, at]).sort()).toEqual([
      ['confirmed', null],
      ['pending', null],
    ]);
    const { instructions } = await one.owner.browser.listInstructions();
    expect(instructions.map(({ status, queued_at }) => [status, queued_at])).toEqual([
      ['outbox', null],
      ['outbox', null],
    ]);
    const own = await one.owner.browser.getOwnProtocol();
    expect(own.protocol).toBeNull();
    expect(own.past).toMatchObject([
      { progress: { total: 3, accepted: 1, closed: 2, waiting: 0 }, opened: 1 },
    ]);
    expect((await one.owner.browser.getDashboard()).protocol_activated_at).toBeNull();
    expect(await findingsOf(one)).toContain('contacts_unconfirmed');
    const { events } = await one.owner.browser.listSecurityEvents({ query: {} });
    expect(events.filter(({ kind }) => kind === 'protocol_rearmed')).toHaveLength(1);
  });

  it('hides later edits from all recipients, even from open sessions', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    const { browser, params } = await openAsReader(one);
    await browser.getDelivery({ params });
    await arm(one);
    const written = await instructionTo(one);
    await one.owner.browser.updateInstruction({
      params: { id: written.id },
      body: { ...editable(written), title: 'Новое', content: 'Только теперь написано.' },
    });
    expect(await errorCodeOf(browser.getDelivery({ params }))).toBe('letter_recalled');
    expect(await errorCodeOf(browser.closeDeliveryLink({ params }))).toBe('letter_recalled');
    expect((await browser.send(`/api/deliveries/${params.id}/archive`)).status).toBe(410);
    expect(await errorCodeOf(openAsReader(one))).toBe('letter_recalled');
    const { instructions } = await one.activator.browser.listReceivedInstructions({
      params: { id: one.activator.contactId },
    });
    expect(instructions).toMatchObject([
      { title: null, is_recalled: true },
      { title: null, is_recalled: true },
    ]);
  });

  it('does not resend an opened letter that was queued again', async () => {
    const one = await postal.releaseProtocol();
    await postal.sendDueLetters(one);
    const { browser, params } = await openAsReader(one);
    await browser.closeDeliveryLink({ params });
    expect(await statesOf(one)).toEqual(['accepted', 'accepted', 'queued']);
    await arm(one);
    expect(await statesOf(one)).toEqual(['accepted', 'closed', 'closed']);
    await postal.sendDueLetters(one);
    expect(postal.lettersTo(one.recipient)).toHaveLength(1);
  });

  it('leaves nothing to do for jobs of the former activation', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, unknownAddress);
    await postal.sendDueLetters(one);
    // Rearming does not recall an opened letter, so the refused one becomes unreachable.
    const letter = await postal.letterToRecipient(one);
    await product.database.rows(sql`
      insert into delivery_events (id, delivery_id, kind, created_at)
      values (gen_random_uuid(), ${letter.id}, 'opened', now())`);
    await arm(one);
    expect(await postal.letterToRecipient(one)).toMatchObject({ state: 'unreachable' });
    const { ctx } = product;
    const jobs = () =>
      product.database.rows(sql`select id, name, data from pgboss.job order by id`);
    const before = await jobs();
    const { length: sent } = postal.standIn.accepted;
    await reportUnreached(ctx, one.activationId);
    await sendLettersAndReschedule(ctx, one.activationId);
    product.clock.advance(340 * day);
    await remindOfExpiringLinks(ctx);
    await sendOverdueLetters(ctx);
    product.clock.advance(-340 * day);
    expect(await jobs()).toEqual(before);
    expect(postal.standIn.accepted).toHaveLength(sent);
    // A mail that was enqueued before rearming is no longer due.
    const ids = { activation_id: one.activationId };
    expect(await recipientsUnreached.find(ctx, ids)).toBeUndefined();
  });

  it('refuses corrections of addresses of the former activation', async () => {
    const one = await postal.releaseProtocol();
    postal.standIn.answer(one.recipient, unknownAddress);
    await postal.sendDueLetters(one);
    const { envelope_id: id } = await postal.letterToRecipient(one);
    await arm(one);
    const correction = one.activator.browser.correctAddress({
      params: { id },
      body: { recipient_email: 'other@example.org' },
    });
    expect(await errorCodeOf(correction)).toBe('address_not_correctable');
    const view = await one.activator.browser.getActivation({ params: { id: one.activationId } });
    expect(view).toMatchObject({ status: 'past', unreached: [] });
  });

  it('happens once per activation', async () => {
    const one = await postal.releaseProtocol();
    expect(await activationsOf(product.database, one.owner)).toEqual(['activated']);
    const twice = await Promise.allSettled([arm(one), arm(one)]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await errorCodeOf(arm(one))).toBe('protocol_not_active');
    const other = await signedInPerson(product);
    expect(await errorCodeOf(other.browser.rearmProtocol())).toBe('protocol_not_active');
  });

  it('deletes letters withheld from a contact who is no longer a recipient', async () => {
    const one = await postal.releaseProtocol();
    const silent = await addContact(one.owner);
    const { id } = await writeInstruction(one.owner, {
      trusted_contact_ids: [silent.id, one.activator.contactId],
    });
    await product.database.rows(sql`
      insert into deliveries (id, activation_id, user_id, instruction_id, contact_id, state,
        created_at)
      values (gen_random_uuid(), ${one.activationId}, ${one.owner.userId}, ${id}, ${silent.id},
        'withheld', now())`);
    await product.database.rows(
      sql`delete from instruction_contacts where contact_id = ${silent.id}`,
    );
    await arm(one);
    expect(await statesOf(one)).toEqual(['closed', 'closed', 'closed']);
  });
});

const findingsOf = async ({ owner }: Pick<ReleasedProtocol, 'owner'>) =>
  (await owner.browser.getReadiness()).findings.map(({ kind }) => kind);

async function instructionTo({ owner, recipient }: ReleasedProtocol) {
  const { instructions } = await owner.browser.listInstructions();
  const found = instructions.find(({ recipient_email }) => recipient_email === recipient);
  if (!found) throw new Error('no instruction to the recipient');
  return owner.browser.getInstruction({ params: { id: found.id } });
}

const editable = (one: Awaited<ReturnType<typeof instructionTo>>) => ({
  version: one.version,
  category: one.category,
  priority: one.priority,
  recipient_name: one.recipient_name ?? '',
  recipient_email: one.recipient_email ?? '',
  trusted_contact_ids: one.trusted_contact_ids,
});
