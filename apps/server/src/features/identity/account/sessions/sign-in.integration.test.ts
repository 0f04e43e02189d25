import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import {
  newAddress,
  type Person,
  signedUpPerson,
  signUpBody,
  strongPassword,
} from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { withService } from '../../../../context.ts';
import { securityEvents } from '../account-tables.ts';
import { setPassword } from '../passwords/password-repository.ts';
import { passwords } from '../passwords/passwords.ts';
import { signIn } from './sign-in.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const attempt = (email: string, password: string, browser = product.browser()) =>
  browser.signIn({ body: { email, password } });

async function failTimes(email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect((await failureOf(attempt(email, 'Wrong-pass-1'))).code).toBe('invalid_credentials');
  }
}

describe('sign-in', () => {
  it('has the same response for a wrong password and an unknown address', async () => {
    const person = await signedUpPerson(product);
    const wrong = await failureOf(attempt(person.email, 'Wrong-pass-1'));
    const unknown = await failureOf(attempt(newAddress(), 'Wrong-pass-1'));
    expect(wrong).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
      facts: {},
      fields: {},
    });
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' });
  });

  it('reveals an unconfirmed address only after the correct password', async () => {
    const email = newAddress();
    await product.browser().signUp({ body: signUpBody(email) });
    await product.mailbox.latest(email);
    expect(await failureOf(attempt(email, strongPassword))).toMatchObject({
      status: 403,
      code: 'email_not_verified',
    });
    expect((await failureOf(attempt(email, 'Wrong-pass-1'))).code).toBe('invalid_credentials');
  });

  it('sets cookies that scripts cannot read and other sites cannot send', async () => {
    const person = await signedUpPerson(product);
    const response = await product.browser().send('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: person.email, password: person.password }),
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies.map((line) => line.split('=')[0]).sort()).toEqual([
      'zavet_access',
      'zavet_device',
      'zavet_session',
    ]);
    for (const line of cookies) expect(line).toMatch(/HttpOnly.*SameSite=Strict/);
  });

  it('creates a new session token each time', async () => {
    const person = await signedUpPerson(product);
    const before = person.browser.cookies.get('zavet_session');
    await attempt(person.email, person.password, person.browser);
    expect(person.browser.cookies.get('zavet_session')).not.toBe(before);
  });

  it('records success and failure with time, address and browser', async () => {
    const person = await signedUpPerson(product);
    const headers = { 'x-forwarded-for': '203.0.113.9', 'user-agent': 'Old phone' };
    await failureOf(attempt(person.email, 'Wrong-pass-1', product.browser({ headers })));
    await attempt(person.email, person.password, product.browser({ headers }));
    const events = await product.database
      .db()
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.user_id, person.userId));
    const fromPhone = events.filter(({ user_agent }) => user_agent === 'Old phone');
    expect(fromPhone.map(({ kind }) => kind).sort()).toEqual(['sign_in_failed', 'signed_in']);
    expect(fromPhone.every(({ ip_address }) => ip_address === '203.0.113.9')).toBe(true);
  });
});

describe('guessing a password', () => {
  it('is throttled after five failures from any IP addresses', async () => {
    const person = await signedUpPerson(product);
    await failTimes(person.email, 5);
    const slowed = await failureOf(attempt(person.email, person.password));
    expect(slowed).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(slowed.facts.retry_after_seconds).toBeGreaterThan(0);
    expect(slowed.facts.retry_after_seconds).toBeLessThanOrEqual(5);
  });

  it('is throttled the same for an unknown address', async () => {
    const email = newAddress();
    await failTimes(email, 5);
    expect((await failureOf(attempt(email, 'Wrong-pass-1'))).code).toBe('too_many_requests');
  });

  it('does not lock the owner out on a known device', async () => {
    const person = await signedUpPerson(product);
    await failTimes(person.email, 5);
    expect((await failureOf(attempt(person.email, person.password))).code).toBe(
      'too_many_requests',
    );
    const own = await attempt(person.email, person.password, person.browser);
    expect(own.session?.user.id).toBe(person.userId);
  });

  it('does not lock the owner out elsewhere after the pause', async () => {
    const person = await signedUpPerson(product);
    await failTimes(person.email, 5);
    product.clock.advance(5_000);
    const { session } = await attempt(person.email, person.password);
    expect(session?.user.id).toBe(person.userId);
  });

  it('does not lock the owner out after a password reset', async () => {
    const person = await signedUpPerson(product);
    await failTimes(person.email, 5);
    const browser = product.browser();
    await browser.recover({ body: { email: person.email } });
    const mail = await product.mailbox.latest(person.email, 2);
    const password = 'Another-pass-2';
    await browser.resetPassword({
      body: { token: mail.tokenOf('recovery'), password, confirm_password: password },
    });
    expect((await attempt(person.email, password, browser)).session?.user.id).toBe(person.userId);
  });

  it('gains nothing from concurrent attempts', async () => {
    const person = await signedUpPerson(product);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => failureOf(attempt(person.email, 'Wrong-pass-1'))),
    );
    const compared = answers.filter(({ code }) => code === 'invalid_credentials');
    expect(compared).toHaveLength(5);
  });

  it('is mailed to the owner once a day', async () => {
    const person: Person = await signedUpPerson(product);
    for (let time = 0; time < 14; time++) {
      await failureOf(attempt(person.email, 'Wrong-pass-1'));
      product.clock.advance(5 * minute);
    }
    const mails = await product.mailbox.receive(person.email, 2);
    expect(mails).toHaveLength(2);
  });
});

describe('a password that changes during the comparison', () => {
  it('opens no session', async () => {
    const person = await signedUpPerson(product);
    const { ctx } = product;
    const real = passwords(ctx);
    const changed = await real.hash('Another-pass-2');
    const slow: typeof real = {
      ...real,
      matches: async (hash, password) => {
        const isMatch = await real.matches(hash, password);
        await setPassword(ctx.database, person.userId, changed, ctx.clock.now());
        return isMatch;
      },
    };
    const cookies = {
      get: () => undefined,
      set: noCookie,
      clear: noCookie,
    };
    const caller = { address: '203.0.113.5', user_agent: null, request_id: 'r' };
    const body = { email: person.email, password: person.password };
    const attempt = signIn(withService(ctx, passwords, slow), body, caller, cookies);
    await expect(attempt).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await person.browser.listSessions()).sessions).toHaveLength(1);
  });
});

function noCookie(): never {
  throw new Error('A rejected sign-in sets no cookie.');
}

describe('a sign-in from a new device', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const stranger = () =>
    product.browser({ headers: { 'user-agent': firefox, 'x-forwarded-for': '203.0.113.77' } });

  it('is mailed with device and network, unlike one from a known device', async () => {
    const person = await signedUpPerson(product);
    await attempt(person.email, person.password, person.browser);
    const browser = stranger();
    await attempt(person.email, person.password, browser);
    await attempt(person.email, person.password, browser);
    const mail = await product.mailbox.latest(person.email, 2);
    expect(mail.subject).toBe('Вход с нового устройства');
    expect(mail.text).toContain('Firefox на Linux');
    expect(mail.text).toContain('203.0.113.*');
    // Mails are sent in order, so an unwanted one would arrive before.
    await product.browser().recover({ body: { email: person.email } });
    expect(await product.mailbox.receive(person.email, 3)).toHaveLength(3);
  });

  it('can be disowned: ends all sessions, voids the password and allows a new one', async () => {
    const person = await signedUpPerson(product);
    const browser = stranger();
    await attempt(person.email, person.password, browser);
    const token = (await product.mailbox.latest(person.email, 2)).tokenOf('disown_sign_in');
    const visitor = product.browser();
    const seen = await visitor.describeLink({ body: { type: 'disown_sign_in', token } });
    expect(seen).toMatchObject({ effect: 'disown_sign_in', network: '203.0.113.*' });
    expect((await browser.getProfile()).user_id).toBe(person.userId);

    const { recovery_token } = await visitor.disownSignIn({ body: { token } });
    for (const ended of [browser, person.browser]) {
      expect((await failureOf(ended.getProfile())).code).toBe('session_missing');
    }
    expect((await failureOf(attempt(person.email, person.password))).code).toBe(
      'invalid_credentials',
    );
    expect((await failureOf(visitor.disownSignIn({ body: { token } }))).code).toBe('link_invalid');
    const reset = (password: string) =>
      visitor.resetPassword({
        body: { token: recovery_token, password, confirm_password: password },
      });
    expect((await failureOf(reset(person.password))).code).toBe('password_compromised');
    await reset('Another-pass-2');
    const { session } = await attempt(person.email, 'Another-pass-2', visitor);
    expect(session?.user.id).toBe(person.userId);
  });

  it('includes formerly known devices after a password change, except the current one', async () => {
    const person = await signedUpPerson(product);
    const earlier = stranger();
    await attempt(person.email, person.password, earlier);
    await product.mailbox.receive(person.email, 2);
    const password = 'Another-pass-2';
    await person.browser.changePassword({
      body: { current_password: person.password, password, confirm_password: password },
    });
    await product.mailbox.receive(person.email, 3);
    await failTimes(person.email, 5);
    // The device is throttled like an unknown one.
    expect((await failureOf(attempt(person.email, password, earlier))).code).toBe(
      'too_many_requests',
    );
    expect((await attempt(person.email, password, person.browser)).session?.user.id).toBe(
      person.userId,
    );
  });
});
