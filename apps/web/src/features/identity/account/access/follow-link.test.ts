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
  answer?: { session: SessionView | null };
  error?: unknown;
  /** How many calls fail before one succeeds; all of them when left out. */
  failures?: number;
  hasSession?: boolean;
}

function around({ answer = { session: null }, error, failures, hasSession = false }: Situation) {
  let calls = 0;
  let nowMs = 0;
  const signedIn: SessionView[] = [];
  const call = async <Result>(result: Result): Promise<Result> => {
    calls += 1;
    if (error && calls <= (failures ?? calls)) throw error;
    return result;
  };
  const surroundings: LinkContext = {
    api: {
      describeLink: () => call(description),
      verifyEmail: () => call(answer),
      confirmEmailChange: () => call({ user_email: 'new@example.ru' }),
      undoEmailChange: () => call({ user_email: 'old@example.ru' }),
      disownSignIn: () => call({ recovery_token: 'next' }),
      disownFactor: () => call({ recovery_token: 'other' }),
      stopLostDevice: () => call({}),
    },
    clock: {
      now: () => nowMs,
      wait: async (ms) => {
        nowMs += ms;
      },
    },
    hasSession: async () => hasSession,
    signedIn: (view) => signedIn.push(view),
  };
  return { surroundings, signedIn, callCount: () => calls, passedMs: () => nowMs };
}

const link = (type?: string, token?: string, hasAccessToken = false) => ({
  type,
  token,
  hasAccessToken,
});

describe('a sign-up link', () => {
  const signUp = link('signup', 't');

  test('signs in when the answer brings a session', async () => {
    const { surroundings, signedIn } = around({ answer: { session } });
    expect(await followLink(signUp, surroundings)).toEqual({ kind: 'signed_in' });
    expect(signedIn).toEqual([session]);
  });

  test('only confirms when it brings none', async () => {
    const { surroundings } = around({});
    expect(await followLink(signUp, surroundings)).toEqual({ kind: 'verified' });
  });

  test('that fails counts as confirmed for someone who is signed in', async () => {
    const { surroundings } = around({ error: failure(400, 'link_invalid'), hasSession: true });
    expect(await followLink(signUp, surroundings)).toEqual({ kind: 'signed_in' });
  });

  test.each([
    [failure(410, 'link_expired'), 'expired', false],
    [failure(400, 'link_invalid'), 'failed', false],
    [failure(500, 'internal_error'), 'failed', false],
    [failure(503, 'internal_error'), 'failed', true],
    [new TypeError('Failed to fetch'), 'exception', true],
  ])('says why it failed: %s → %s, may pass: %s', async (error, reason, isPassing) => {
    const { surroundings } = around({ error });
    expect(await followLink(signUp, surroundings)).toEqual({
      kind: 'verify_failed',
      reason,
      isPassing,
    });
  });

  test('is tried again while the server cannot be reached', async () => {
    const { surroundings, callCount } = around({
      error: new TypeError('Failed to fetch'),
      failures: 2,
      answer: { session },
    });
    expect(await followLink(signUp, surroundings)).toEqual({ kind: 'signed_in' });
    expect(callCount()).toBe(3);
  });

  test('is given up within five seconds', async () => {
    const { surroundings, passedMs } = around({ error: new TypeError('Failed to fetch') });
    await followLink(signUp, surroundings);
    expect(passedMs()).toBeLessThan(5_000);
  });

  test('is not tried again after a refusal', async () => {
    const { surroundings, callCount } = around({ error: failure(400, 'link_invalid') });
    await followLink(signUp, surroundings);
    expect(callCount()).toBe(1);
  });
});

describe('looking at a link', () => {
  test('only asks what it will do', async () => {
    const { surroundings, signedIn, callCount } = around({ answer: { session } });
    const seen = await previewLink(link('signup', 't'), surroundings);
    expect(seen).toEqual({ kind: 'described', description });
    expect(callCount()).toBe(1);
    expect(signedIn).toEqual([]);
  });

  test.each([
    [failure(410, 'link_expired'), 'expired'],
    [failure(400, 'link_invalid'), 'failed'],
    [new TypeError('Failed to fetch'), 'exception'],
  ])('says at once that it cannot be used: %s → %s', async (error, reason) => {
    const { surroundings } = around({ error });
    const seen = await previewLink(link('signup', 't'), surroundings);
    expect(seen).toMatchObject({ kind: 'verify_failed', reason });
  });
});

describe('an address without a known link', () => {
  const invalid = { kind: 'verify_failed', reason: 'invalid', isPassing: false };

  test('is a success with an access token and a session', async () => {
    const { surroundings } = around({ hasSession: true });
    const outcome = await previewLink(link(undefined, undefined, true), surroundings);
    expect(outcome).toEqual({ kind: 'signed_in' });
  });

  test.each([
    ['an access token without a session', link(undefined, undefined, true)],
    ['a sign-up link without a token', link('signup')],
    ['an unknown kind', link('other', 't')],
    ['nothing at all', link()],
  ])('is invalid with %s', async (_name, given) => {
    const { surroundings } = around({});
    expect(await previewLink(given, surroundings)).toEqual(invalid);
    expect(await followLink(given, surroundings)).toEqual(invalid);
  });
});

describe('links about a change of address', () => {
  test('name the address that is now in use', async () => {
    const { surroundings } = around({});
    expect(await followLink(link('email_change', 't'), surroundings)).toEqual({
      kind: 'email_changed',
      email: 'new@example.ru',
    });
    expect(await followLink(link('email_undo', 't'), surroundings)).toEqual({
      kind: 'email_restored',
      email: 'old@example.ru',
    });
  });

  test('pass the error on', async () => {
    const error = failure(410, 'link_expired');
    const { surroundings } = around({ error });
    expect(await followLink(link('email_change', 't'), surroundings)).toEqual({
      kind: 'change_failed',
      error,
      isPassing: false,
    });
    expect(await followLink(link('email_undo', 't'), surroundings)).toEqual({
      kind: 'undo_failed',
      error,
      isPassing: false,
    });
  });
});

describe('a link of a mail about a sign-in', () => {
  const disown = link('disown_sign_in', 't');

  test('leads to the new password', async () => {
    const { surroundings } = around({});
    const outcome = await followLink(disown, surroundings);
    expect(outcome).toEqual({ kind: 'disowned', recoveryToken: 'next' });
  });

  test('passes the error on', async () => {
    const error = failure(400, 'link_invalid');
    const { surroundings } = around({ error });
    const outcome = await followLink(disown, surroundings);
    expect(outcome).toEqual({ kind: 'disown_failed', error, isPassing: false });
  });
});

describe('links of mails about a second factor', () => {
  test('lead to the new password, or stop the wait', async () => {
    const { surroundings } = around({});
    const disowned = await followLink(link('disown_factor', 't'), surroundings);
    expect(disowned).toEqual({ kind: 'disowned', recoveryToken: 'other' });
    const stopped = await followLink(link('stop_lost_device', 't'), surroundings);
    expect(stopped).toEqual({ kind: 'lost_device_stopped' });
  });

  test('pass the error on', async () => {
    const error = failure(400, 'link_invalid');
    const { surroundings } = around({ error });
    expect(await followLink(link('disown_factor', 't'), surroundings)).toMatchObject({
      kind: 'disown_failed',
    });
    expect(await followLink(link('stop_lost_device', 't'), surroundings)).toEqual({
      kind: 'stop_failed',
      error,
      isPassing: false,
    });
  });
});
