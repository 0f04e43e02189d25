import { deskTimings } from '@zavet/contract/desk/desk-values';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import type { ErrorBody } from '@zavet/contract/errors';
import { sessionTimings } from '@zavet/contract/timings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dismissOperator } from '../../src/features/identity/operators/appoint-operator.ts';
import type { Browser } from '../browser.ts';
import { newOperator } from '../operators.ts';
import { newAddress, signedInPerson, signUpBody, strongPassword } from '../people.ts';
import { family } from '../protocol.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';

const allEndpoints: Endpoint[] = Object.values(endpoints);
const ownerEndpoints = allEndpoints.filter(({ callers }) => callers === 'owner');
const openEndpoints = allEndpoints.filter(({ callers }) => callers === 'anyone');
const operatorEndpoints = allEndpoints.filter(({ callers }) => callers === 'operator');
/** One endpoint per method is enough, because the same code checks all sessions. */
const someOwnerEndpoints = (['GET', 'POST', 'DELETE'] as const).flatMap(
  (method) => ownerEndpoints.find((endpoint) => endpoint.method === method) ?? [],
);
const developerEndpoints = allEndpoints.filter(({ callers }) => callers === 'developer');
const unusedId = '00000000-0000-4000-8000-000000000000';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** Calls with valid parameters and an empty body: access is checked before the input. */
async function call(browser: Browser, { method, path, body }: Endpoint) {
  const response = await browser.send(`/api${path.replace(/\{\w+\}/g, unusedId)}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: '{}' }),
  });
  const answer = response.ok ? undefined : ((await response.json()) as ErrorBody);
  return { status: response.status, code: answer?.error.code };
}

describe('endpoints for owners', () => {
  it.each(ownerEndpoints)('$id refuses a caller without a session', async (endpoint) => {
    expect(await call(product.browser(), endpoint)).toEqual({
      status: 401,
      code: 'session_missing',
    });
  });

  it('refuse the cookies of an ended session', async () => {
    const { browser } = await signedInPerson(product);
    const savedCookies = new Map(browser.cookies);
    await browser.signOut();
    for (const [name, value] of savedCookies) browser.cookies.set(name, value);
    for (const endpoint of someOwnerEndpoints) {
      expect(await call(browser, endpoint)).toEqual({ status: 401, code: 'session_missing' });
    }
  });

  it('refuse an account with an unconfirmed address', async () => {
    const email = newAddress();
    const browser = product.browser();
    await browser.signUp({ body: signUpBody(email) });
    await product.mailbox.latest(email);
    await expect(
      browser.signIn({ body: { email, password: strongPassword } }),
    ).rejects.toMatchObject({ code: 'email_not_verified' });
    for (const endpoint of someOwnerEndpoints) {
      expect(await call(browser, endpoint)).toMatchObject({ status: 401 });
    }
  });

  it('require a refresh once the access token has expired', async () => {
    const { browser } = await signedInPerson(product);
    product.clock.advance(sessionTimings.accessLifetime + 1);
    for (const endpoint of someOwnerEndpoints) {
      expect(await call(browser, endpoint)).toEqual({ status: 401, code: 'session_expired' });
    }
  });
});

describe('endpoints for operators', () => {
  const refusedAs = async (browser: Browser, endpoint: Endpoint) =>
    (await call(browser, endpoint)).code;

  it.each(operatorEndpoints)('$id refuses a caller without a session', async (endpoint) => {
    expect(await call(product.browser(), endpoint)).toEqual({
      status: 401,
      code: 'session_missing',
    });
  });

  it('refuse owners and contacts without the role', async () => {
    const { owner, contacts } = await family(product);
    for (const endpoint of operatorEndpoints) {
      for (const { browser } of [owner, ...contacts]) {
        expect(await call(browser, endpoint)).toEqual({ status: 403, code: 'operator_required' });
      }
    }
  });

  it('refuse an operator without a code, or eight hours after one', async () => {
    const operator = await newOperator(product);
    for (const endpoint of operatorEndpoints) {
      expect(await refusedAs(operator.browser, endpoint)).toBe('operator_code_required');
    }
    await operator.openDesk();
    await operator.browser.refreshSession();
    product.clock.advance(deskTimings.lifetime);
    await operator.browser.refreshSession();
    for (const endpoint of operatorEndpoints) {
      expect(await refusedAs(operator.browser, endpoint)).toBe('operator_code_required');
    }
  });

  it('refuse an operator in a session without a code', async () => {
    const operator = await newOperator(product);
    await operator.openDesk();
    const elsewhere = product.browser();
    await elsewhere.signIn({ body: { email: operator.email, password: operator.password } });
    for (const endpoint of operatorEndpoints) {
      expect(await refusedAs(elsewhere, endpoint)).toBe('operator_code_required');
    }
  });

  it('refuse a former operator immediately', async () => {
    const operator = await newOperator(product);
    await operator.openDesk();
    await dismissOperator(product.ctx, operator.email);
    for (const endpoint of operatorEndpoints) {
      expect(await call(operator.browser, endpoint)).toEqual({
        status: 403,
        code: 'operator_required',
      });
    }
  });
});

/** Error codes of endpoints that require another kind of session. */
const codesWithoutSession: Record<string, string> = {
  'refresh-session': 'session_missing',
  'report-lost-device': 'second_step_expired',
  'get-delivery': 'delivery_session_missing',
  'download-delivered-file': 'delivery_session_missing',
  'list-delivered-letters': 'delivery_session_missing',
  'download-letter-archive': 'delivery_session_missing',
  'open-delivered-letter': 'delivery_session_missing',
  'close-delivery-link': 'delivery_session_missing',
};

describe('public endpoints', () => {
  it.each(openEndpoints)('$id requires no session', async (endpoint) => {
    const { code } = await call(product.browser(), endpoint);
    expect([codesWithoutSession[endpoint.id], 'invalid_input']).toContain(code);
  });
});

/** Repeats the contract on purpose: making an endpoint public must be a deliberate change. */
const publicEndpointIds = [
  'version',
  'check-setup',
  'live',
  'ready',
  'get-maintenance',
  'get-service',
  'sign-up',
  'resend-verification',
  'verify',
  'recover',
  'describe-link',
  'reset-password',
  'confirm-email-change',
  'undo-email-change',
  'disown-sign-in',
  'sign-in',
  'get-session',
  'refresh-session',
  'logout',
  'describe-check-in',
  'answer-check-in',
  'open-invitation',
  'accept-invitation',
  'decline-invitation',
  'open-contact-card',
  'open-reconfirmation',
  'confirm-reconfirmation',
  'decline-reconfirmation',
  'open-rehearsal',
  'answer-rehearsal',
  'try-rehearsal-pin',
  'skip-rehearsal-pin',
  'yookassa-notification',
  'open-delivery-link',
  'get-delivery',
  'download-delivered-file',
  'list-delivered-letters',
  'download-letter-archive',
  'open-delivered-letter',
  'close-delivery-link',
  'describe-second-address',
  'confirm-second-address',
  'describe-veto',
  'veto-protocol',
  'disown-factor',
  'offer-passkey-sign-in',
  'sign-in-with-passkey',
  'take-second-step',
  'report-lost-device',
  'cancel-lost-device',
];

describe('every endpoint', () => {
  it('is for owners unless it is listed as public or for development', () => {
    expect(openEndpoints.map(({ id }) => id).toSorted()).toEqual(publicEndpointIds.toSorted());
    const developers = ['get-captured-mail', 'get-captured-mail-html', 'list-captured-mails'];
    expect(developerEndpoints.map(({ id }) => id).toSorted()).toEqual([...developers, 'pass-days']);
    const kinds = [
      ...ownerEndpoints,
      ...openEndpoints,
      ...operatorEndpoints,
      ...developerEndpoints,
    ];
    expect(kinds).toHaveLength(allEndpoints.length);
  });

  it.each(allEndpoints.filter(({ method }) => method !== 'GET'))(
    '$id refuses writes from another origin',
    async (endpoint) => {
      const browser = product.browser({ headers: { origin: 'https://evil.example' } });
      expect(await call(browser, endpoint)).toEqual({
        status: 403,
        code: 'cross_origin_refused',
      });
    },
  );

  it('for development does not exist with a real mail server', async () => {
    const other = await startTestProduct({ SMTP_URL: 'smtp://127.0.0.1:9' });
    try {
      for (const endpoint of developerEndpoints) {
        expect(await call(other.browser(), endpoint)).toEqual({ status: 404, code: 'not_found' });
      }
    } finally {
      await other.stop();
    }
  });
});
