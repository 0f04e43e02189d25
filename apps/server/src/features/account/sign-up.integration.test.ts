import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { acceptances, newAddress, signedInPerson, signUpBody } from '../../../test/people.ts';
import { hour } from '../../../test/test-clock.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { accountLinks, accountRequests, consents, userProfiles, users } from './account-tables.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

describe('sign-up', () => {
  it('confirms the address by the mailed link and signs in the browser that signed up', async () => {
    const email = newAddress();
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(email) });
    const mail = await product.mailbox.latest(email);
    const { session } = await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session?.user.email).toBe(email);
    expect((await browser.getSession()).session?.user.email).toBe(email);
  });

  it('confirms but does not sign in another browser', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    const mail = await product.mailbox.latest(email);
    const other = product.browser();
    const { session } = await other.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session).toBeNull();
    expect((await other.getSession()).session).toBeNull();
    const signedIn = await other.signIn({ body: { email, password: signUpBody(email).password } });
    expect(signedIn.session.user.email).toBe(email);
  });

  it('keeps each acceptance with its date, version and address', async () => {
    const browser = product.browser({ headers: { 'x-forwarded-for': '203.0.113.7' } });
    const person = await signedInPerson(product, browser);
    const rows = await product.database
      .db()
      .select()
      .from(consents)
      .where(eq(consents.user_id, person.userId));
    expect(Object.fromEntries(rows.map((row) => [row.document, row.version]))).toEqual(acceptances);
    for (const row of rows) {
      expect(row.ip_address).toBe('203.0.113.7');
      expect(Math.abs(Date.now() - row.accepted_at.getTime())).toBeLessThan(60_000);
    }
  });

  it('lower-cases the address and creates the profile in the chosen language', async () => {
    const email = newAddress();
    const browser = product.browser();
    const body = { ...signUpBody(email.toUpperCase()), preferred_language: 'fi' as const };
    await browser.signUp({ body });
    const mail = await product.mailbox.latest(email);
    expect(mail.subject).toMatch(/vahvista/i);
    const { session } = await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session?.user.preferred_language).toBe('fi');
  });

  it('refuses a weak password with the unmet reasons and changes nothing', async () => {
    const email = newAddress();
    const failure = await failureOf(
      product.browser().signUp({ body: signUpBody(email, 'abcdefg') }),
    );
    expect(failure).toMatchObject({ status: 422, code: 'weak_password' });
    expect(failure.facts.reasons).toEqual(['length', 'uppercase', 'digit']);
    const requests = await product.database
      .db()
      .select()
      .from(accountRequests)
      .where(eq(accountRequests.email, email));
    expect(requests).toEqual([]);
  });

  it('names the field where passwords differ, an address is wrong or a document is not accepted', async () => {
    const body = signUpBody('not an address');
    const failure = await failureOf(
      product.browser().signUp({
        body: {
          ...body,
          confirm_password: 'Other-horse-1',
          accepted: { ...acceptances, terms_of_use: '' },
        },
      }),
    );
    expect(failure.code).toBe('invalid_input');
    expect(failure.fields).toMatchObject({
      email: 'email_invalid',
      'accepted.terms_of_use': 'not_accepted',
    });
    const differing = await failureOf(
      product.browser().signUp({
        body: { ...signUpBody(newAddress()), confirm_password: 'Other-horse-1' },
      }),
    );
    expect(differing.fields).toEqual({ confirm_password: 'passwords_differ' });
  });

  it('refuses the acceptance of a version that is not in force', async () => {
    const failure = await failureOf(
      product.browser().signUp({
        body: {
          ...signUpBody(newAddress()),
          accepted: { ...acceptances, public_offer: '2020-01-01' },
        },
      }),
    );
    expect(failure).toMatchObject({ status: 409, code: 'document_outdated' });
    expect(failure.facts.documents).toEqual(['public_offer']);
  });

  it('answers a known address exactly like a new one and mails its owner instead', async () => {
    const person = await signedInPerson(product);
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

  it('gives the account to the sign-up whose link was opened, not to a stranger who tried the address', async () => {
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
    expect((await attempt('Owners-pass-1')).session.user.email).toBe(email);
  });

  it('repeats the own sign-up to the browser that made it, whatever strangers did since', async () => {
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
      .where(eq(consents.user_id, own.user.id));
    expect(given.map(({ ip_address }) => ip_address)).toEqual(Array(3).fill('203.0.113.40'));
  });

  it('lets the mailbox choose a new password where it cannot tell whose sign-up is meant', async () => {
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
    expect(session.user.email).toBe(email);
  });

  it('never changes the password of an account that is confirmed at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const email = newAddress();
      await product.browser().signUp({ body: signUpBody(email, 'Owners-pass-1') });
      const mail = await product.mailbox.latest(email);
      await Promise.all([
        product.browser().signUp({ body: signUpBody(email, 'Strangers-pass-1') }),
        product.browser().verifyEmail({ body: { token: mail.tokenOf('signup') } }),
      ]);
      await product.mailbox.receive(email, 2);
      const attempt = product.browser().signIn({ body: { email, password: 'Strangers-pass-1' } });
      expect((await failureOf(attempt)).code).toBe('invalid_credentials');
    }
  });

  it('mails one address only so often an hour, whoever asks', async () => {
    const person = await signedInPerson(product);
    for (let time = 0; time < 14; time++) {
      await product.browser().recover({ body: { email: person.email } });
    }
    const { database } = product;
    await vi.waitFor(async () => {
      const open = eq(accountRequests.email, person.email);
      expect(await database.db().select().from(accountRequests).where(open)).toEqual([]);
    }, 15_000);
    const events = await person.browser.listSecurityEvents();
    const asked = events.events.filter(({ kind }) => kind === 'password_recovery_requested');
    expect(asked).toHaveLength(10);
  });

  it('opens one account when the same address signs up many times at once', async () => {
    const email = newAddress();
    await Promise.all(
      Array.from({ length: 8 }, () => product.browser().signUp({ body: signUpBody(email) })),
    );
    await product.mailbox.receive(email, 8);
    const found = await product.database.db().select().from(users).where(eq(users.email, email));
    expect(found).toHaveLength(1);
  });

  it('creates a missing profile when it is asked for', async () => {
    const person = await signedInPerson(product);
    const { database } = product;
    await database.db().delete(userProfiles).where(eq(userProfiles.user_id, person.userId));
    const profile = await person.browser.getProfile();
    expect(profile).toMatchObject({
      user_id: person.userId,
      user_email: person.email,
      preferred_language: 'ru',
    });
  });
});

describe('the confirmation link', () => {
  const pendingSignUp = async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    const mail = await product.mailbox.latest(email);
    return { email, token: mail.tokenOf('signup') };
  };

  it('works for exactly one of many attempts at once', async () => {
    const { token } = await pendingSignUp();
    const attempts = await Promise.allSettled(
      Array.from({ length: 10 }, () => product.browser().verifyEmail({ body: { token } })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('expires after a day', async () => {
    const { token } = await pendingSignUp();
    product.clock.advance(24 * hour + 1);
    const failure = await failureOf(product.browser().verifyEmail({ body: { token } }));
    expect(failure).toMatchObject({ status: 410, code: 'link_expired' });
  });

  it('has at least 128 bits and is stored only as a digest', async () => {
    const { email, token } = await pendingSignUp();
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    const [link] = await product.database
      .db()
      .select({ digest: accountLinks.digest })
      .from(accountLinks)
      .innerJoin(users, eq(users.id, accountLinks.user_id))
      .where(eq(users.email, email));
    expect(link?.digest).toBeTruthy();
    expect(link?.digest).not.toContain(token);
  });

  it('can be sent again, and says nothing about addresses that do not wait for one', async () => {
    const { email } = await pendingSignUp();
    const person = await signedInPerson(product);
    const stranger = product.browser();
    for (const address of [email, person.email, newAddress()]) {
      expect(await stranger.resendVerification({ body: { email: address } })).toEqual({});
    }
    const again = await product.mailbox.latest(email, 2);
    const { session } = await product
      .browser()
      .verifyEmail({ body: { token: again.tokenOf('signup') } });
    expect(session).toBeNull();
    expect(await product.mailbox.receive(person.email)).toHaveLength(1);
  });

  it('sent again at the request of the browser that signed up, signs in there too', async () => {
    const email = newAddress();
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(email) });
    await product.mailbox.latest(email);
    await browser.resendVerification({ body: { email } });
    const again = await product.mailbox.latest(email, 2);
    const { session } = await browser.verifyEmail({ body: { token: again.tokenOf('signup') } });
    expect(session?.user.email).toBe(email);
  });

  it('is refused when it was made up', async () => {
    const failure = await failureOf(product.browser().verifyEmail({ body: { token: 'made-up' } }));
    expect(failure).toMatchObject({ status: 400, code: 'link_invalid' });
  });
});
