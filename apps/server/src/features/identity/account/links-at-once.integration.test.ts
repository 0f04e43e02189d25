import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '../../../../test/locked-account.ts';
import { newAddress, signedUpPerson, signUpBody } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

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
    expect(successes(await whileLocked(product.database, user?.id ?? '', [use, use]))).toBe(1);
  });

  it('sets one new password', async () => {
    const { email, userId } = await signedUpPerson(product);
    await product.browser().recover({ body: { email } });
    const token = (await product.mailbox.latest(email, 2)).tokenOf('recovery');
    const set = (password: string) => () =>
      product.browser().resetPassword({ body: { token, password, confirm_password: password } });
    const outcomes = await whileLocked(product.database, userId, [
      set('First-pass-22'),
      set('Second-pass-22'),
    ]);
    expect(successes(outcomes)).toBe(1);
  });

  it('disowns one sign-in', async () => {
    const { email, password, userId } = await signedUpPerson(product);
    await product.browser().signIn({ body: { email, password } });
    const token = (await product.mailbox.latest(email, 2)).tokenOf('disown_sign_in');
    const use = () => product.browser().disownSignIn({ body: { token } });
    expect(successes(await whileLocked(product.database, userId, [use, use]))).toBe(1);
  });
});
