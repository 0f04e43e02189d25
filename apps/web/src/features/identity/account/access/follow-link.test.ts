import { ApiError } from '@zavet/contract/client';
import type { ErrorCode } from '@zavet/contract/errors';
import type { LinkDescription, SessionView } from '@zavet/contract/identity/account-schemas';
import { describe, expect, test } from 'vitest';
import { followLink, type LinkContext, previewLink } from './follow-link.ts';

const session: SessionView = {
  expires_at: '2026-11-15T12:00:00.000Z',
  user: { id: 'anna', email: 'anna@example.ru', preferred_language: 'ru' },
};
const failure = (status: number, code: ErrorCode) =>
  new ApiError(status, { error: { code }, request_id: 'r' });

const description: LinkDescription = {
  effect: 'signup',
  email: 'a***@example.ru',
  new_email: null,
  asked_at: '2026-11-15T12:00:00.000Z',
  network: '203.0.113.*',
  browser: 'Firefox',
  system: 'Linux',
  expires_at: '2026-11-16T12:00:00.000Z',
};

interface Situation {
  response?: { session: SessionView | null };
  error?: unknown;
  /** Number of calls that fail before one succeeds; by default all calls fail. */
  failures?: number;
  hasSession?: boolean;
}

function setUp({ response = { session: null }, error, failures, hasSession = false }: Situation) {
  let calls = 0;
  let nowMs = 0;
  const signedIn: SessionView[] = [];
  const call = async <Result>(result: Result): Promise<Result> => {
    calls += 1;
    if (error && calls <= (failures ?? calls)) throw error;
    return result;
  };
  const context: LinkContext = {
    api: {
      describeLink: () => call(description),
      verifyEmail: () => call(response),
      confirmEmailChange: () => call({ user_email: 'new@example.ru' }),
      undoEmailChange: () => call({ user_email: 'old@example.ru' }),
      disownSignIn: () => call({ recovery_token: 'next' }),
      disownFactor: () => call({ recovery_token: 'other' }),
      cancelLostDevice: () => call({}),
    },
    clock: {
      now: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    },
    hasSession: async () => hasSession,
    onSignedIn: (view) => signedIn.push(view),
  };
  return { context, signedIn, callCount: () => calls, elapsedMs: () => nowMs };
}

const link = (type?: string, token?: string, hasAccessToken = false) => ({
  type,
  token,
  hasAccessToken,
});

describe('sign-up link', () => {
  const signUp = link('signup', 't');

  test('signs in when the response has a session', async () => {
    const { context, signedIn } = setUp({ response: { session } });
    expect(await followLink(signUp, context)).toEqual({ kind: 'signed_in' });
    expect(signedIn).toEqual([session]);
  });

  test('only confirms the address when the response has no session', async () => {
    const { context } = setUp({});
    expect(await followLink(signUp, context)).toEqual({ kind: 'verified' });
  });

  test('counts as confirmed if it fails while the visitor is signed in', async () => {
    const { context } = setUp({ error: failure(400, 'link_invalid'), hasSession: true });
    expect(await followLink(signUp, context)).toEqual({ kind: 'signed_in' });
  });

  test.each([
    [failure(410, 'link_expired'), 'expired', false],
    [failure(400, 'link_invalid'), 'failed', false],
    [failure(500, 'internal_error'), 'failed', false],
    [failure(503, 'internal_error'), 'failed', true],
    [new TypeError('Failed to fetch'), 'exception', true],
  ])('maps %s to reason %s, transient: %s', async (error, reason, isTransient) => {
    const { context } = setUp({ error });
    expect(await followLink(signUp, context)).toEqual({
      kind: 'verify_failed',
      reason,
      isTransient,
    });
  });

  test('is retried while the server is unreachable', async () => {
    const { context, callCount } = setUp({
      error: new TypeError('Failed to fetch'),
      failures: 2,
      response: { session },
    });
    expect(await followLink(signUp, context)).toEqual({ kind: 'signed_in' });
    expect(callCount()).toBe(3);
  });

  test('stops retrying within five seconds', async () => {
    const { context, elapsedMs } = setUp({ error: new TypeError('Failed to fetch') });
    await followLink(signUp, context);
    expect(elapsedMs()).toBeLessThan(5_000);
  });

  test('is not retried after a refusal', async () => {
    const { context, callCount } = setUp({ error: failure(400, 'link_invalid') });
    await followLink(signUp, context);
    expect(callCount()).toBe(1);
  });
});

describe('link preview', () => {
  test('describes the link without using it', async () => {
    const { context, signedIn, callCount } = setUp({ response: { session } });
    const preview = await previewLink(link('signup', 't'), context);
    expect(preview).toEqual({ kind: 'described', description });
    expect(callCount()).toBe(1);
    expect(signedIn).toEqual([]);
  });

  test.each([
    [failure(410, 'link_expired'), 'expired'],
    [failure(400, 'link_invalid'), 'failed'],
    [new TypeError('Failed to fetch'), 'exception'],
  ])('reports an unusable link before the visitor confirms: %s → %s', async (error, reason) => {
    const { context } = setUp({ error });
    const preview = await previewLink(link('signup', 't'), context);
    expect(preview).toMatchObject({ kind: 'verify_failed', reason });
  });
});

describe('address without a known link', () => {
  const invalid = { kind: 'verify_failed', reason: 'invalid', isTransient: false };

  test('counts as confirmed with an access token and a session', async () => {
    const { context } = setUp({ hasSession: true });
    const outcome = await previewLink(link(undefined, undefined, true), context);
    expect(outcome).toEqual({ kind: 'signed_in' });
  });

  test.each([
    ['an access token without a session', link(undefined, undefined, true)],
    ['a sign-up link without a token', link('signup')],
    ['an unknown type', link('other', 't')],
    ['neither type nor token', link()],
  ])('is invalid with %s', async (_name, given) => {
    const { context } = setUp({});
    expect(await previewLink(given, context)).toEqual(invalid);
    expect(await followLink(given, context)).toEqual(invalid);
  });
});

describe('email change links', () => {
  test('return the address that is now in use', async () => {
    const { context } = setUp({});
    expect(await followLink(link('email_change', 't'), context)).toEqual({
      kind: 'email_changed',
      email: 'new@example.ru',
    });
    expect(await followLink(link('email_undo', 't'), context)).toEqual({
      kind: 'email_restored',
      email: 'old@example.ru',
    });
  });

  test('return the error of a failed call', async () => {
    const error = failure(410, 'link_expired');
    const { context } = setUp({ error });
    expect(await followLink(link('email_change', 't'), context)).toEqual({
      kind: 'change_failed',
      error,
      isTransient: false,
    });
    expect(await followLink(link('email_undo', 't'), context)).toEqual({
      kind: 'undo_failed',
      error,
      isTransient: false,
    });
  });
});

describe('link to disown a sign-in', () => {
  const disown = link('disown_sign_in', 't');

  test('returns the token for a new password', async () => {
    const { context } = setUp({});
    const outcome = await followLink(disown, context);
    expect(outcome).toEqual({ kind: 'disowned', recoveryToken: 'next' });
  });

  test('returns the error of a failed call', async () => {
    const error = failure(400, 'link_invalid');
    const { context } = setUp({ error });
    const outcome = await followLink(disown, context);
    expect(outcome).toEqual({ kind: 'disown_failed', error, isTransient: false });
  });
});

describe('second factor links', () => {
  test('return the token for a new password or cancel the waiting period', async () => {
    const { context } = setUp({});
    const disowned = await followLink(link('disown_factor', 't'), context);
    expect(disowned).toEqual({ kind: 'disowned', recoveryToken: 'other' });
    const stopped = await followLink(link('cancel_lost_device', 't'), context);
    expect(stopped).toEqual({ kind: 'lost_device_cancelled' });
  });

  test('return the error of a failed call', async () => {
    const error = failure(400, 'link_invalid');
    const { context } = setUp({ error });
    expect(await followLink(link('disown_factor', 't'), context)).toMatchObject({
      kind: 'disown_failed',
    });
    expect(await followLink(link('cancel_lost_device', 't'), context)).toEqual({
      kind: 'stop_failed',
      error,
      isTransient: false,
    });
  });
});
