import { addYears } from '@zavet/contract/days';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import { waitForMails } from '../../../../test/check-ins.ts';
import { hour } from '../../../../test/durations.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, type Person, signInAgain } from '../../../../test/people.ts';
import { deliveryTokenIn, family, payFor } from '../../../../test/protocol.ts';
import { textOf } from '../../../../test/sample-files.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { listRetentionRuns } from './index.ts';
import { endHandovers } from './run-retention.ts';

const day = 24 * hour;
const endedSubject = mailWords('ru').t('protocol.letters_closed.ended.subject');

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const runEndHandovers = (changes = {}) => endHandovers({ ...product.ctx, ...changes });
const advanceTo = (moment: Date) =>
  product.clock.advance(moment.getTime() - product.clock.now().getTime());
const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * day);

/** An owner with released letters to a contact (with a file) and a further recipient. */
async function releasedFamily() {
  const { owner, contacts, instruction } = await family(product);
  const contact = onlyContact(contacts);
  await attach(owner, instruction.id, 'завещание.txt', textOf(500));
  const other = newAddress();
  await writeInstruction(owner, {
    trusted_contact_ids: [contact.contactId],
    recipient_name: 'Вера',
    recipient_email: other,
  });
  await payFor(owner, contact);
  await expect.poll(() => statesOf(owner)).toEqual(['accepted', 'accepted', 'accepted']);
  await waitForMails(product);
  const [row] = await product.database.rows<{ id: string; activated_at: Date | string }>(sql`
    select id, activated_at from activation_requests where deceased_user_id = ${owner.userId}`);
  const { text } = await product.mailbox.latest(other);
  return {
    ...{ owner, contact, activationId: row?.id ?? '' },
    releasedAt: new Date(row?.activated_at ?? 0),
    token: deliveryTokenIn(text),
  };
}

async function countRows({ userId }: Person, table: string): Promise<number> {
  const [row] = await product.database.rows<{ count: number }>(sql`
    select count(*)::int as count from ${sql.identifier(table)} where user_id = ${userId}`);
  return row?.count ?? 0;
}

const statesOf = async ({ userId }: Person) => {
  const rows = await product.database.rows<{ state: string }>(sql`
    select state from deliveries where user_id = ${userId}`);
  return rows.map(({ state }) => state);
};

const remainingOf = async (owner: Person) => ({
  instructions: await countRows(owner, 'instructions'),
  files: await countRows(owner, 'instruction_files'),
  deliveries: await countRows(owner, 'deliveries'),
  contacts: await countRows(owner, 'trusted_contacts'),
});

const objectsOf = async ({ userId }: Person) => {
  await removeObjects(product);
  const keys: string[] = [];
  for await (const { key } of product.store.list(`files/${userId}/`)) keys.push(key);
  return keys.length;
};

const actsOf = async ({ userId }: Person) => {
  const rows = await product.database.rows<{ act: string }>(sql`
    select act from audit_entries where owner_id = ${userId}
      and act in ('handover_ended', 'contacts_deleted') order by seq`);
  return rows.map(({ act }) => act);
};

const initialRows = { instructions: 2, files: 1, deliveries: 3, contacts: 1 };

describe('a handover', () => {
  it('ends a year after the release with files and links; contacts are deleted 30 days later', async () => {
    const { owner, contact, releasedAt, token } = await releasedFamily();
    const year = addYears(releasedAt, 1);
    advanceTo(daysAfter(year, -1));
    await runEndHandovers();
    expect(await remainingOf(owner)).toEqual(initialRows);

    advanceTo(daysAfter(year, 0.1));
    const crash = (point: string) => {
      if (point === 'retention.before_commit') throw new Error('killed');
    };
    await runEndHandovers({ checkpoint: crash }).catch(() => {});
    expect(await remainingOf(owner)).toEqual(initialRows);
    await runEndHandovers();
    const afterHandover = { instructions: 0, files: 0, deliveries: 0, contacts: 1 };
    expect(await remainingOf(owner)).toEqual(afterHandover);
    expect(await objectsOf(owner)).toBe(0);
    const opened = product.browser().openDeliveryLink({ body: { token } });
    expect((await failureOf(opened)).code).toBe('link_invalid');
    const runs = await listRetentionRuns(product.database, 50);
    expect(runs.find(({ kind }) => kind === 'handovers')).toMatchObject({
      removed: { instructions: 2, files: 1, deliveries: 3 },
    });

    advanceTo(daysAfter(year, 30));
    await runEndHandovers();
    expect(await remainingOf(owner)).toEqual(afterHandover);
    advanceTo(daysAfter(year, 30.2));
    await runEndHandovers();
    await runEndHandovers();
    expect(await remainingOf(owner)).toEqual({ ...afterHandover, contacts: 0 });
    expect(await actsOf(owner)).toEqual(['handover_ended', 'contacts_deleted']);
    await signInAgain(contact);
    expect((await contact.browser.listLegacies()).legacies).toEqual([]);
    expect(await tablesHolding(product.database, ['Вера', 'завещание.txt'])).toEqual([]);
  });

  it('stays until the last link expires; an active owner keeps instructions and contacts', async () => {
    const { owner, activationId, releasedAt } = await releasedFamily();
    const year = addYears(releasedAt, 1);
    // One link was issued later, so it expires later.
    await product.database.rows(sql`
      update delivery_links set expires_at = ${daysAfter(year, 20).toISOString()}::timestamptz
      where id = (select link.id from delivery_links link
        inner join envelopes on envelopes.id = link.envelope_id
        where envelopes.activation_id = ${activationId} limit 1)`);
    advanceTo(daysAfter(year, 19));
    await runEndHandovers();
    expect(await remainingOf(owner)).toEqual(initialRows);
    await signInAgain(owner);
    advanceTo(daysAfter(year, 21));
    await runEndHandovers();
    await waitForMails(product);
    expect(await remainingOf(owner)).toEqual({ ...initialRows, deliveries: 0 });
    expect(await objectsOf(owner)).toBe(1);
    expect((await product.mailbox.subjects(owner.email, 0)).at(-1)).toBe(endedSubject);
    advanceTo(daysAfter(year, 80));
    await runEndHandovers();
    expect(await remainingOf(owner)).toMatchObject({ contacts: 1 });
    // The number of letters is still shown after re-arming.
    await signInAgain(owner);
    await owner.browser.rearmProtocol();
    const { past } = await owner.browser.getOwnProtocol();
    expect(past).toMatchObject([{ progress: { total: 3 }, opened: 0 }]);
  });

  it.each(['accepted', 'unreachable'])(
    'stays while a letter is retried, until it is %s',
    async (outcome) => {
      const { owner, activationId, releasedAt } = await releasedFamily();
      const year = addYears(releasedAt, 1);
      const moveOne = (state: string, next: Date) =>
        product.database.transaction(async () => {
          const [envelope] = await product.database.rows<{ id: string }>(sql`
            select id from envelopes where activation_id = ${activationId} order by id limit 1`);
          await product.database.rows(sql`
            update envelopes set state = ${state}, next_attempt_at = ${next.toISOString()}::timestamptz
            where id = ${envelope?.id}`);
          await product.database.rows(sql`
            update deliveries set state = ${state} where envelope_id = ${envelope?.id}`);
        });
      advanceTo(daysAfter(year, 10));
      await moveOne('queued', daysAfter(year, 10.9));
      await runEndHandovers();
      expect(await remainingOf(owner)).toEqual(initialRows);
      await moveOne(outcome, daysAfter(year, 10));
      await runEndHandovers();
      expect(await remainingOf(owner)).toMatchObject({ deliveries: 0, contacts: 1 });
      advanceTo(daysAfter(year, 39));
      await runEndHandovers();
      expect(await remainingOf(owner)).toMatchObject({ contacts: 1 });
      advanceTo(daysAfter(year, 40.1));
      await runEndHandovers();
      expect(await remainingOf(owner)).toMatchObject({ contacts: 0 });
    },
  );

  it('keeps the contacts of an owner who returns within 30 days', async () => {
    const { owner, releasedAt } = await releasedFamily();
    const year = addYears(releasedAt, 1);
    advanceTo(daysAfter(year, 1));
    await runEndHandovers();
    expect(await remainingOf(owner)).toMatchObject({ instructions: 0, contacts: 1 });
    await signInAgain(owner);
    advanceTo(daysAfter(year, 60));
    await runEndHandovers();
    expect(await remainingOf(owner)).toMatchObject({ contacts: 1 });
  });
});
