import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPerson } from '../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({ MAX_TRUSTED_CONTACTS: '5' });
});
afterAll(() => product.stop());

describe('the dashboard', () => {
  it('starts empty, with the configured limit', async () => {
    const { browser } = await signedInPerson(product);
    expect(await browser.getDashboard()).toEqual({
      first_name: null,
      last_name: null,
      trusted_contacts: { total: 0, confirmed: 0, limit: 5 },
      instructions: { total: 0 },
    });
  });

  it('counts the contacts and instructions of this owner and of nobody else', async () => {
    const person = await signedInPerson(product);
    const other = await signedInPerson(product);
    await addContact(person.userId, true);
    await addContact(person.userId, false);
    await addContact(other.userId, true);
    await addInstruction(person.userId);
    expect(await person.browser.getDashboard()).toMatchObject({
      trusted_contacts: { total: 2, confirmed: 1 },
      instructions: { total: 1 },
    });
  });
});

const addContact = (userId: string, isConfirmed: boolean) =>
  product.database.rows(sql`
    insert into trusted_contacts (id, user_id, name, email, is_confirmed, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, 'Мария', 'maria@example.org', ${isConfirmed}, now(), now())`);

const addInstruction = (userId: string) =>
  product.database.rows(sql`
    insert into instructions (id, user_id, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, now(), now())`);
