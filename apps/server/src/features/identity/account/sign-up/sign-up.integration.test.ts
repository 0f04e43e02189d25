import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import {
  acceptances,
  cyrillicAddress,
  newAddress,
  signedUpPerson,
  signUpBody,
  strongPassword,
} from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { accountLinks, accountRequests, consents, userProfiles, users } from '../account-tables.ts';

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

  it('confirms the address in another browser without signing it in', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    const mail = await product.mailbox.latest(email);
    const other = product.browser();
    const { session } = await other.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session).toBeNull();
    expect((await other.getSession()).session).toBeNull();
    const signedIn = await other.signIn({ body: { email, password: signUpBody(email).password } });
    expect(signedIn.session?.user.email).toBe(email);
  });

  it('stores each consent with date, version and IP address', async () => {
    const browser = product.browser({ headers: { 'x-forwarded-for': '203.0.113.7' } });
    const person = await signedUpPerson(product, browser);
    const rows = await product.database
      .db()
      .select()
      .from(consents)
      .where(eq(consents.user_id, person.userId));
    expect(Object.fromEntries(rows.map((row) => [row.document, row.version]))).toEqual(acceptances);
    for (const row of rows) {
      expect(row.ip_address).toBe('203.0.113.7');
      expect(Math.abs(Date.now() - row.accepted_at.getTime())).toBeLessThan(600_000);
    }
  });

  it('stores the address in lower case and the chosen language', async () => {
    const email = newAddress();
    const browser = product.browser();
    const body = { ...signUpBody(email.toUpperCase()), preferred_language: 'fi' as const };
    await browser.signUp({ body });
    const mail = await product.mailbox.latest(email);
    expect(mail.subject).toMatch(/vahvista/i);
    const { session } = await browser.verifyEmail({ body: { token: mail.tokenOf('signup') } });
    expect(session?.user.preferred_language).toBe('fi');
  });

  it('recognises every notation of an internationalised address, and mails to it', async () => {
    const { kept: email, typed, wire } = cyrillicAddress();
    await product.browser().signUp({ body: signUpBody(typed) });
    const mail = await product.mailbox.latest(email);
    await product.browser().verifyEmail({ body: { token: mail.tokenOf('signup') } });
    const { session } = await product
      .browser()
      .signIn({ body: { email: wire, password: strongPassword } });
    expect(session?.user.email).toBe(email);
    await product.browser().recover({ body: { email: wire } });
    expect(await product.mailbox.receive(email, 2)).toHaveLength(2);
  });

  it('rejects a weak password with the unmet reasons and changes nothing', async () => {
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

  it('rejects a common password, and returns the limit for one that is too long', async () => {
    const refused = async (password: string) => {
      const body = signUpBody('vera.lavrova@example.org', password);
      return (await failureOf(product.browser().signUp({ body }))).fields.password;
    };
    expect(await refused('Password1')).toBe('password_common');
    expect(await refused('Zavet-2026')).toBe('password_of_product');
    expect(await refused('Vera.Lavrova1')).toBe('password_of_address');
    expect(await refused(`Aa1${'x'.repeat(126)}`)).toBe('password_too_long');
  });

  it('returns the invalid field: different passwords, a wrong address, a missing consent', async () => {
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

  it('rejects consent to a version that is not in force', async () => {
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

  it('creates a missing profile on request', async () => {
    const person = await signedUpPerson(product);
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

  it('works for exactly one of many concurrent attempts', async () => {
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

  it('can be sent again without revealing whether an address is unconfirmed', async () => {
    const { email } = await pendingSignUp();
    const person = await signedUpPerson(product);
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

  it('signs in the browser of the sign-up even if sent again', async () => {
    const email = newAddress();
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(email) });
    await product.mailbox.latest(email);
    await browser.resendVerification({ body: { email } });
    const again = await product.mailbox.latest(email, 2);
    const { session } = await browser.verifyEmail({ body: { token: again.tokenOf('signup') } });
    expect(session?.user.email).toBe(email);
  });

  it('is rejected if forged', async () => {
    const failure = await failureOf(product.browser().verifyEmail({ body: { token: 'made-up' } }));
    expect(failure).toMatchObject({ status: 400, code: 'link_invalid' });
  });
});
