import { randomUUID } from 'node:crypto';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { addContact, writeInstruction } from '../../../../test/vault-fixtures.ts';

let product: TestProduct;
let person: Person;
let ids: string[];
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

/** An owner with three instructions. */
async function createInstructions() {
  person = await signedInPerson(product);
  const { id: contactId } = await addContact(person);
  ids = [];
  for (let place = 0; place < 3; place++) {
    ids.push((await writeInstruction(person, { trusted_contact_ids: [contactId] })).id);
  }
  return contactId;
}

const deleteAll = (all: string[]) => person.browser.deleteInstructions({ body: { ids: all } });
const readdress = (all: string[], trusted_contact_ids: string[]) =>
  person.browser.readdressInstructions({ body: { ids: all, trusted_contact_ids } });
const contactsOf = async () =>
  (await person.browser.listInstructions()).instructions.map((one) => one.trusted_contact_ids);
const total = async () => (await person.browser.listInstructions()).total;
const mark = (id: string, column: 'sent' | 'queued') =>
  product.database.rows(
    column === 'sent'
      ? sql`update instructions set status = 'sent' where id = ${id}`
      : sql`update instructions set queued_at = now() where id = ${id}`,
  );
const eventsOf = async (kind: string) => {
  const [row] = await product.database.rows<{ count: number }>(sql`
    select count(*)::int as count from security_events
    where user_id = ${person.userId} and kind = ${kind}`);
  return row?.count;
};

describe('several instructions', () => {
  it('are readdressed together, as new versions without a review', async () => {
    const former = await createInstructions();
    const others = [(await addContact(person)).id, (await addContact(person)).id];
    const [first = '', second = ''] = ids;
    const before = await person.browser.getInstruction({ params: { id: first } });
    product.clock.advance(1000);
    expect(await readdress([first, second, first], others)).toEqual({ count: 2 });
    const after = await person.browser.getInstruction({ params: { id: first } });
    expect(after).toEqual({
      ...before,
      trusted_contact_ids: expect.arrayContaining(others),
      version: 2,
      updated_at: after.updated_at,
    });
    expect(after.updated_at > before.updated_at).toBe(true);
    expect((await contactsOf()).map((all) => all.toSorted())).toEqual([
      [former],
      others.toSorted(),
      others.toSorted(),
    ]);
    expect(await eventsOf('instruction_readdressed')).toBe(2);
  });

  it('are deleted together, each with an entry in the log', async () => {
    await createInstructions();
    expect(await deleteAll(ids.slice(1))).toEqual({ count: 2 });
    expect(await total()).toBe(1);
    expect((await person.browser.listBin({ query: {} })).total).toBe(2);
    expect(await eventsOf('instruction_deleted')).toBe(2);
  });

  it.each([
    ['unknown', 'not_found', 'not_found', async () => [...ids, randomUUID()]],
    [
      'sent',
      'not_in_outbox',
      'instruction_closed',
      async () => {
        await mark(ids[1] ?? '', 'sent');
        return ids;
      },
    ],
    [
      'queued',
      'instruction_closed',
      'instruction_closed',
      async () => {
        await mark(ids[1] ?? '', 'queued');
        return ids;
      },
    ],
  ])('stay unchanged when one of them is %s', async (_, onDeletion, onReaddressing, prepare) => {
    const former = await createInstructions();
    const { id: other } = await addContact(person);
    const all = await prepare();
    expect((await failureOf(deleteAll(all))).code).toBe(onDeletion);
    expect((await failureOf(readdress(all, [other]))).code).toBe(onReaddressing);
    expect(await contactsOf()).toEqual([[former], [former], [former]]);
    expect((await person.browser.listBin({ query: {} })).total).toBe(0);
    expect(await eventsOf('instruction_deleted')).toBe(0);
  });

  it('cannot be addressed to a contact of another owner', async () => {
    const foreign = await createInstructions();
    const own = await createInstructions();
    expect(await failureOf(readdress(ids, [own, foreign]))).toMatchObject({
      code: 'invalid_input',
      fields: { trusted_contact_ids: 'contact_unknown' },
    });
    expect(await contactsOf()).toEqual([[own], [own], [own]]);
  });

  it('cannot be more than a hundred', async () => {
    await createInstructions();
    const many = Array.from({ length: limits.instructionsAtOnce + 1 }, () => randomUUID());
    expect((await failureOf(deleteAll(many))).fields).toEqual({ ids: 'invalid' });
    expect((await failureOf(deleteAll([]))).fields).toEqual({ ids: 'required' });
  });
});
