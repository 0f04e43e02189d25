import { sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hour } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const { accessLifetime, sessionLifetime } = sessionTimings;
const day = 24 * hour;

describe('a session', () => {
  it('has a short-lived access cookie, renewed by the session cookie', async () => {
    const { browser, userId } = await signedInPerson(product);
    product.clock.advance(accessLifetime + 1);
    expect(await failureOf(browser.getProfile())).toMatchObject({
      status: 401,
      code: 'session_expired',
    });
    const { session } = await browser.refreshSession();
    expect(new Date(session.expires_at).getTime()).toBeGreaterThan(product.clock.now().getTime());
    expect((await browser.getProfile()).user_id).toBe(userId);
  });

  it('continues while used and expires otherwise', async () => {
    const { browser, userId } = await signedInPerson(product);
    product.clock.advance(sessionLifetime - hour);
    await browser.refreshSession();
    product.clock.advance(sessionLifetime - hour);
    expect((await browser.refreshSession()).session.user.id).toBe(userId);
    product.clock.advance(sessionLifetime + 1);
    expect((await failureOf(browser.refreshSession())).code).toBe('session_missing');
    expect((await browser.getSession()).session).toBeNull();
  });

  it('ends after ninety days, even if used', async () => {
    const { browser } = await signedInPerson(product);
    for (let month = 0; month < 4; month++) {
      product.clock.advance(29 * day);
      await browser.refreshSession().catch(() => undefined);
    }
    expect((await failureOf(browser.refreshSession())).code).toBe('session_missing');
    expect((await failureOf(browser.getProfile())).status).toBe(401);
  });

  it('cannot be forged by changing a cookie', async () => {
    const { browser } = await signedInPerson(product);
    const genuine = browser.cookies.get('zavet_access') ?? '';
    const [claim = '', mac = ''] = genuine.split('.');
    const later = claim.replace(/~(\d+)/, (_, ms) => `~${Number(ms) + sessionLifetime}`);
    for (const forged of [`${later}.${mac}`, claim, `${claim}.`, '', 'a.b', `${genuine}x`]) {
      browser.cookies.set('zavet_access', forged);
      expect((await failureOf(browser.getProfile())).status).toBe(401);
    }
    browser.cookies.set('zavet_access', genuine);
    expect((await browser.getProfile()).user_id).toBeTruthy();
  });

  it('ends at sign-out, even for copies of the cookies', async () => {
    const { browser } = await signedInPerson(product);
    const copies = new Map(browser.cookies);
    await browser.signOut();
    expect(browser.cookies.has('zavet_access')).toBe(false);
    for (const [name, value] of copies) browser.cookies.set(name, value);
    expect((await failureOf(browser.getProfile())).code).toBe('session_missing');
    expect((await failureOf(browser.refreshSession())).code).toBe('session_missing');
  });

  it('can be signed out twice, and without a session', async () => {
    const { browser } = await signedInPerson(product);
    await browser.signOut();
    expect(await browser.signOut()).toEqual({});
    expect(await product.browser().signOut()).toEqual({});
  });
});

describe('active sessions', () => {
  it('are listed with device, address and time, this one first', async () => {
    const person = await signedInPerson(product);
    const headers = { 'x-forwarded-for': '203.0.113.20', 'user-agent': 'Second device' };
    const second = product.browser({ headers });
    await second.signIn({ body: { email: person.email, password: person.password } });
    const { sessions } = await person.browser.listSessions();
    expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false]);
    expect(sessions[1]).toMatchObject({
      user_agent: 'Second device',
      ip_address: '203.0.113.20',
    });
  });

  it('can be ended one by one, effective immediately', async () => {
    const person = await signedInPerson(product);
    const second = product.browser();
    await second.signIn({ body: { email: person.email, password: person.password } });
    const { sessions } = await person.browser.listSessions();
    const other = sessions.find(({ is_current }) => !is_current);
    await person.browser.endSession({ params: { id: other?.id ?? '' } });
    expect((await failureOf(second.getProfile())).code).toBe('session_missing');
    expect((await person.browser.listSessions()).sessions).toHaveLength(1);
  });

  it('can all be ended except the current one', async () => {
    const person = await signedInPerson(product);
    for (let device = 0; device < 3; device++) {
      const body = { email: person.email, password: person.password };
      await product.browser().signIn({ body });
    }
    expect(await person.browser.endOtherSessions()).toEqual({ ended: 3 });
    expect((await person.browser.listSessions()).sessions).toHaveLength(1);
  });

  it('of another owner are reported as missing', async () => {
    const person = await signedInPerson(product);
    const stranger = await signedInPerson(product);
    const { sessions } = await stranger.browser.listSessions();
    const foreign = await failureOf(
      person.browser.endSession({ params: { id: sessions[0]?.id ?? '' } }),
    );
    const missing = await failureOf(
      person.browser.endSession({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    );
    expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
    expect({ ...foreign, requestId: '' }).toEqual({ ...missing, requestId: '' });
    expect((await stranger.browser.getProfile()).user_id).toBe(stranger.userId);
  });
});

describe('on an https address', () => {
  let secure: TestProduct;
  beforeAll(async () => {
    secure = await startTestProduct({ PUBLIC_URL: 'https://zavet.test' });
  });
  afterAll(() => secure.stop());

  const names = ['zavet_access', 'zavet_session', 'zavet_device'];

  it('binds cookies to our host', async () => {
    const { email, password } = await signedInPerson(secure);
    const response = await secure.browser().send('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const lines = response.headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0]).sort()).toEqual(
      names.map((name) => `__Host-${name}`).sort(),
    );
    for (const line of lines) {
      expect(line).toMatch(/Path=\/;.*HttpOnly; Secure; SameSite=Strict/);
      expect(line).not.toContain('Domain');
    }
  });

  /** Replaces the cookies of a browser by ones without the prefix. */
  function removePrefix({ browser }: Person): void {
    for (const name of names) {
      browser.cookies.set(name, browser.cookies.get(`__Host-${name}`) ?? '');
      browser.cookies.delete(`__Host-${name}`);
    }
  }

  it('ignores cookies without the prefix', async () => {
    const person = await signedInPerson(secure);
    removePrefix(person);
    expect((await failureOf(person.browser.getProfile())).code).toBe('session_missing');
    expect((await person.browser.getSession()).session).toBeNull();
  });
});
