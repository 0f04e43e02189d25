import { legalDocumentNames } from '@zavet/contract/identity/editions';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress, signedUpPerson, signUpBody } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { accountRequests, consents, users } from '../account-tables.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

async function expectAllProcessed(email: string): Promise<void> {
  const hasEmail = eq(accountRequests.email, email);
  expect(await product.database.db().select().from(accountRequests).where(hasEmail)).toEqual([]);
}

describe("a sign-up with a stranger's address", () => {
  it('has the same response for a known address and mails its owner', async () => {
    const person = await signedUpPerson(product);
    const stranger = product.browser();
    const answer = (email: string) =>
      stranger.send('/api/account', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(signUpBody(email, 'Strangers-pass-1')),
      });
    const known = await answer(person.email);
    const unknown = await answer(newAddress());
    const shapeOf = async (response: Response) => ({
      status: response.status,
      body: await response.text(),
      headers: [...response.headers.keys()].sort(),
      cookies: response.headers.getSetCookie().map((line) => line.replace(/=[^;]+/, '=')),
    });
    expect(await shapeOf(known)).toEqual(await shapeOf(unknown));
    const mail = await product.mailbox.latest(person.email, 2);
    expect(mail.text).toContain('/login');
    expect(mail.text).not.toContain('type=signup');
    const failure = await failureOf(
      stranger.signIn({ body: { email: person.email, password: 'Strangers-pass-1' } }),
    );
    expect(failure.code).toBe('invalid_credentials');
  });

  it("applies the sign-up whose link is opened, not a stranger's", async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-1') });
    await product.mailbox.latest(email, 1);
    const owner = product.browser();
    await owner.signUp({ body: signUpBody(email, 'Owners-pass-1') });
    const own = await product.mailbox.latest(email, 2);
    await product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-2') });
    await product.mailbox.latest(email, 3);
    await owner.verifyEmail({ body: { token: own.tokenOf('signup') } });
    const attempt = (password: string) => product.browser().signIn({ body: { email, password } });
    expect((await failureOf(attempt('Strangers-pass-1'))).code).toBe('invalid_credentials');
    expect((await failureOf(attempt('Strangers-pass-2'))).code).toBe('invalid_credentials');
    expect((await attempt('Owners-pass-1')).session?.user.email).toBe(email);
  });

  it("resends the link of the browser's own sign-up, even after sign-ups of strangers", async () => {
    const email = newAddress();
    const owner = product.browser({ headers: { 'x-forwarded-for': '203.0.113.40' } });
    await owner.signUp({
      body: { ...signUpBody(email, 'Owners-pass-1'), preferred_language: 'fi' },
    });
    await product.mailbox.latest(email, 1);
    await product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-1') });
    await product.mailbox.latest(email, 2);
    await owner.resendVerification({ body: { email } });
    const mail = await product.mailbox.latest(email, 3);
    const { session } = await owner.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session?.user.preferred_language).toBe('fi');
    const { session: own } = await product
      .browser()
      .signIn({ body: { email, password: 'Owners-pass-1' } });
    const given = await product.database
      .db()
      .select()
      .from(consents)
      .where(eq(consents.user_id, own?.user.id ?? ''));
    expect(given.map(({ ip_address }) => ip_address)).toEqual(
      Array(legalDocumentNames.length).fill('203.0.113.40'),
    );
  });

  it('mails a recovery link if the sign-up is ambiguous', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email, 'Owners-pass-1') });
    await product.mailbox.latest(email, 1);
    await product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-1') });
    await product.mailbox.latest(email, 2);
    await product.browser().resendVerification({ body: { email } });
    const mail = await product.mailbox.latest(email, 3);
    const password = 'Another-pass-2';
    await product.browser().resetPassword({
      body: { token: mail.tokenOf('recovery'), password, confirm_password: password },
    });
    const { session } = await product.browser().signIn({ body: { email, password } });
    expect(session?.user.email).toBe(email);
  });

  it('never changes the password of an account that is confirmed concurrently', async () => {
    for (let round = 0; round < 2; round++) {
      const email = newAddress();
      await product.browser().signUp({ body: signUpBody(email, 'Owners-pass-1') });
      const mail = await product.mailbox.latest(email);
      await Promise.all([
        product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-1') }),
        product.browser().verifyEmail({ body: { token: mail.tokenOf('signup') } }),
      ]);
      await vi.waitFor(() => expectAllProcessed(email), 15_000);
      const attempt = product.browser().signIn({ body: { email, password: 'Strangers-pass-1' } });
      expect((await failureOf(attempt)).code).toBe('invalid_credentials');
    }
  });

  it('limits mails per address and hour, across all origins', async () => {
    const person = await signedUpPerson(product);
    for (let time = 0; time < 14; time++) {
      await product.browser().recover({ body: { email: person.email } });
    }
    await vi.waitFor(() => expectAllProcessed(person.email), 15_000);
    const events = await person.browser.listSecurityEvents({ query: {} });
    const requested = events.events.filter(({ kind }) => kind === 'password_recovery_requested');
    expect(requested).toHaveLength(10);
  });

  it('enqueues at most ten confirmations per address and hour', async () => {
    const email = newAddress();
    const browsers = Array.from({ length: 13 }, () => product.browser());
    await Promise.all(browsers.map((one) => one.signUp({ body: signUpBody(email) })));
    await vi.waitFor(() => expectAllProcessed(email), 20_000);
    await product.mailbox.receive(email, 5);
    // All requests are processed, so an eleventh mail would be counted here.
    const [enqueued] = await product.database.rows<{ count: number }>(sql`
      select count(*)::int as count from pgboss.job
      where name = 'mail' and data->'ids'->>'user_id' = (
        select id::text from users where email = ${email})`);
    expect(enqueued?.count).toBe(10);
  });

  it('creates one account for concurrent sign-ups with one address', async () => {
    const email = newAddress();
    await Promise.all(
      Array.from({ length: 8 }, () => product.browser().signUp({ body: signUpBody(email) })),
    );
    await product.mailbox.receive(email, 5);
    const found = await product.database.db().select().from(users).where(eq(users.email, email));
    expect(found).toHaveLength(1);
  });
});
