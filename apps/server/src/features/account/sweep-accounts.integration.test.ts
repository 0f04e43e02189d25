import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress, signedUpPerson, signUpBody } from '../../../test/people.ts';
import { hour } from '../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { insertDeletionNotice } from './deletion-notice-repository.ts';
import { sweepAccounts } from './sweep-accounts.ts';

const day = 24 * hour;
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const count = async (table: string) => {
  const [row] = await product.database.rows<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)}`,
  );
  return row?.count;
};

describe('the nightly sweep', () => {
  it('forgets the address of a deleted account after a week, also when its mail never went out', async () => {
    const notice = { email: newAddress(), language: 'ru', deleted_at: product.clock.now() };
    await insertDeletionNotice(product.database, notice);
    await sweepAccounts(product);
    expect(await count('deletion_notices')).toBe(1);
    product.clock.advance(8 * day);
    await sweepAccounts(product);
    expect(await count('deletion_notices')).toBe(0);
  });

  it('removes an unconfirmed sign-up after 30 days, ended sessions and old events, and nothing else', async () => {
    const unconfirmed = newAddress();
    await product.browser().signUp({ body: signUpBody(unconfirmed) });
    await product.mailbox.latest(unconfirmed);
    const person = await signedUpPerson(product);

    product.clock.advance(29 * day);
    await sweepAccounts(product);
    expect([await count('users'), await count('sessions')]).toEqual([2, 1]);

    product.clock.advance(2 * day);
    // Signed up again today: the link that was just mailed must go on working.
    await product.browser().signUp({ body: signUpBody(unconfirmed) });
    await product.mailbox.latest(unconfirmed, 2);
    await sweepAccounts(product);
    expect([await count('users'), await count('sessions')]).toEqual([2, 0]);

    product.clock.advance(5 * day);
    await sweepAccounts(product);
    expect(await count('users')).toBe(1);
    expect(await count('account_links')).toBe(0);
    expect(await count('security_events')).toBeGreaterThan(0);

    product.clock.advance(365 * day);
    await sweepAccounts(product);
    expect(await count('security_events')).toBe(0);
    const { session } = await product
      .browser()
      .signIn({ body: { email: person.email, password: person.password } });
    expect(session.user.id).toBe(person.userId);
  });
});
