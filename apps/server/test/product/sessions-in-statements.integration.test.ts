import { endpoints } from '@zavet/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../failure-of.ts';
import { type Person, signedInPerson } from '../people.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';
import { addContact, instructionBody, writeInstruction } from '../vault-fixtures.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Every call that checks its session within its own statement. */
async function callsOf(person: Person) {
  const { id: contactId } = await addContact(person);
  const { id } = await writeInstruction(person, { trusted_contact_ids: [contactId] });
  const { draft_id: _, ...body } = instructionBody([contactId]);
  const { browser } = person;
  return {
    list: () => browser.listInstructions(),
    read: () => browser.getInstruction({ params: { id } }),
    create: () => browser.createInstruction({ body: instructionBody([contactId]) }),
    update: () => browser.updateInstruction({ params: { id }, body: { ...body, version: 1 } }),
    dashboard: () => browser.getDashboard(),
    storage: () => browser.getStorage(),
  };
}

const instructionRowsOf = (person: Person) =>
  product.database.rows(sql`
    select id, version, content from instructions where user_id = ${person.userId} order by id`);

describe('a session that is checked within the statement of a call', () => {
  it('returns and writes nothing once it was ended from elsewhere', async () => {
    const person = await signedInPerson(product);
    const calls = await callsOf(person);
    const before = await instructionRowsOf(person);
    await product.database.rows(sql`delete from sessions where user_id = ${person.userId}`);
    for (const [name, call] of Object.entries(calls)) {
      expect([name, await failureOf(call())]).toMatchObject([
        name,
        { status: 401, code: 'session_missing' },
      ]);
    }
    expect(await instructionRowsOf(person)).toEqual(before);
  });

  it('is reported as ended before errors in the input', async () => {
    const person = await signedInPerson(product);
    await product.database.rows(sql`delete from sessions where user_id = ${person.userId}`);
    const wrong = person.browser.createInstruction({ body: { title: '' } as never });
    expect((await failureOf(wrong)).code).toBe('session_missing');
  });

  it('is valid only for the account it was opened for', async () => {
    const [anna, boris] = [await signedInPerson(product), await signedInPerson(product)];
    const calls = await callsOf(anna);
    await product.database.rows(sql`
      update sessions set user_id = ${boris.userId} where user_id = ${anna.userId}`);
    for (const call of Object.values(calls)) {
      expect((await failureOf(call())).code).toBe('session_missing');
    }
  });

  it('counts writes, and refuses the next one with the time to wait', async () => {
    const person = await signedInPerson(product);
    const calls = await callsOf(person);
    const max = endpoints.createInstruction.limits?.[0]?.max ?? 0;
    await product.database.rows(sql`update rate_limits set count = ${max - 1}`);
    await calls.create();
    const before = await instructionRowsOf(person);
    expect(await failureOf(calls.create())).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      facts: { retry_after_seconds: expect.any(Number) },
    });
    expect(await instructionRowsOf(person)).toEqual(before);
  });
});
