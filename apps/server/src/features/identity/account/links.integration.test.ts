import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileLocked } from '../../../../test/database-faults.ts';
import { failureOf } from '../../../../test/failure-of.ts';
import { newAddress, signedUpPerson, signUpBody } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const requester = () =>
  product.browser({ headers: { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' } });
const origin = { network: '203.0.113.*', browser: 'Firefox', system: 'Linux' };

describe('the description of a mailed link', () => {
  it('contains device and network of a sign-up and does not consume the link', async () => {
    const email = newAddress();
    const browser = requester();
    await browser.signUp({ body: signUpBody(email) });
    const token = (await product.mailbox.latest(email)).tokenOf('signup');
    const scanner = product.browser();
    for (let time = 0; time < 2; time += 1) {
      const described = await scanner.describeLink({ body: { type: 'signup', token } });
      expect(described).toMatchObject({ effect: 'signup', email: 'p***@example.org', ...origin });
    }
    const { session } = await browser.verifyEmail({ body: { token } });
    expect(session?.user.email).toBe(email);
    const used = scanner.describeLink({ body: { type: 'signup', token } });
    expect((await failureOf(used)).code).toBe('link_invalid');
  });

  it('contains the origin of a recovery request', async () => {
    const { email } = await signedUpPerson(product);
    await requester().recover({ body: { email } });
    const token = (await product.mailbox.latest(email, 2)).tokenOf('recovery');
    const described = await product.browser().describeLink({ body: { type: 'recovery', token } });
    expect(described).toMatchObject({ effect: 'recovery', new_email: null, ...origin });
  });

  it('states the effect for both addresses of a change, before and after its confirmation', async () => {
    const person = await signedUpPerson(product, requester());
    const new_email = newAddress();
    await person.browser.requestEmailChange({
      body: { new_email, current_password: person.password },
    });
    const confirm = (await product.mailbox.latest(new_email)).tokenOf('email_change');
    const undo = (await product.mailbox.latest(person.email, 2)).tokenOf('email_undo');
    const visitor = product.browser();
    const ask = (type: 'email_change' | 'email_undo', token: string) =>
      visitor.describeLink({ body: { type, token } });
    expect(await ask('email_change', confirm)).toMatchObject({ effect: 'email_change', ...origin });
    expect(await ask('email_undo', undo)).toMatchObject({ effect: 'email_veto', ...origin });
    await visitor.confirmEmailChange({ body: { token: confirm } });
    expect(await ask('email_undo', undo)).toMatchObject({ effect: 'email_undo', ...origin });
    await visitor.undoEmailChange({ body: { token: undo } });
    expect((await failureOf(ask('email_undo', undo))).code).toBe('link_invalid');
  });

  it('fails for a link of another type', async () => {
    const email = newAddress();
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(email) });
    const token = (await product.mailbox.latest(email)).tokenOf('signup');
    const asOther = browser.describeLink({ body: { type: 'recovery', token } });
    expect((await failureOf(asOther)).code).toBe('link_invalid');
  });
});

const successes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('a mailed link used twice concurrently', () => {
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
