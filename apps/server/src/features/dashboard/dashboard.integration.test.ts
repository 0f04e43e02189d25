import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedInPerson } from '../../../test/people.ts';
import { textOf } from '../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { attach, nameContact, writeInstruction } from '../../../test/vault-things.ts';

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
      trusted_contacts: { total: 0, confirmed: 0, pending: 0, limit: 5 },
      instructions: { total: 0 },
      storage: { plan: 'free', used_mb: 0, limit_mb: 30, remaining_mb: 30, percent_used: 0 },
      protocol_activated_at: null,
    });
  });

  it('counts the contacts, instructions and files of this owner and of nobody else', async () => {
    const person = await signedInPerson(product);
    const other = await signedInPerson(product);
    await writeInstruction(other);
    const { id } = await writeInstruction(person);
    const confirmed = await nameContact(person);
    await product.database.rows(
      sql`update trusted_contacts set status = 'confirmed' where id = ${confirmed.id}`,
    );
    await attach(person, id, 'a.txt', textOf(3 * 1024 * 1024));
    expect(await person.browser.getDashboard()).toMatchObject({
      trusted_contacts: { total: 2, confirmed: 1, pending: 1 },
      instructions: { total: 1 },
      storage: { used_mb: 3, remaining_mb: 27, percent_used: 10 },
    });
  });
});
