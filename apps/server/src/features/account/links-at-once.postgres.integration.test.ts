import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newAddress, signedUpPerson, signUpBody } from '../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { lockUser } from './account-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Runs calls that all have looked at what they need before any of them may change it. */
async function atOnce<Result>(
  userId: string,
  calls: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const { database } = product;
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const holding = database.transaction(async () => {
    await lockUser(database, userId);
    isLocked();
    await isReleased;
  });
  await locked;
  const running = Promise.allSettled(calls.map((call) => call()));
  await vi.waitFor(
    async () => {
      const [row] = await database.rows<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (row?.waiting !== calls.length) throw new Error(`${row?.waiting} calls wait`);
    },
    { timeout: 30_000, interval: 50 },
  );
  release();
  await holding;
  return running;
}

const successes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('a mailed link used twice at the same moment', () => {
  it('confirms one sign-up', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    const token = (await product.mailbox.latest(email)).tokenOf('signup');
    const [user] = await product.database.rows<{ id: string }>(
      sql`select id from users where email = ${email}`,
    );
    const use = () => product.browser().verifyEmail({ body: { token } });
    expect(successes(await atOnce(user?.id ?? '', [use, use]))).toBe(1);
  });

  it('sets one new password', async () => {
    const { email, userId } = await signedUpPerson(product);
    await product.browser().recover({ body: { email } });
    const token = (await product.mailbox.latest(email, 2)).tokenOf('recovery');
    const set = (password: string) => () =>
      product.browser().resetPassword({ body: { token, password, confirm_password: password } });
    const outcomes = await atOnce(userId, [set('First-pass-22'), set('Second-pass-22')]);
    expect(successes(outcomes)).toBe(1);
  });

  it('disowns one sign-in', async () => {
    const { email, password, userId } = await signedUpPerson(product);
    await product.browser().signIn({ body: { email, password } });
    const token = (await product.mailbox.latest(email, 2)).tokenOf('disown_sign_in');
    const use = () => product.browser().disownSignIn({ body: { token } });
    expect(successes(await atOnce(userId, [use, use]))).toBe(1);
  });
});
