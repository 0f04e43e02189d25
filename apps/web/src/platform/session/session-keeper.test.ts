import { ApiError } from '@zavet/contract/client';
import type { SessionView } from '@zavet/contract/identity/account-schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeBrowser } from '../../../test/fake-browser.ts';
import {
  isRefusal,
  isSignedOutAlready,
  needsRefresh,
  type SessionCalls,
  SessionKeeper,
} from './session-keeper.ts';

const refusal = new ApiError(401, { error: { code: 'session_missing' }, request_id: 'r' });
const gatewayError = new ApiError(503, {
  error: { code: 'database_unavailable' },
  request_id: 'r',
});
const networkError = new TypeError('Failed to fetch');

let browser: FakeBrowser;
let server: { kept: SessionView | null; failures: unknown[]; log: string[] };

beforeEach(() => {
  browser = new FakeBrowser();
  server = { kept: null, failures: [], log: [] };
});

/** A mock server with one session; it first fails with the scripted errors. */
function calls(): SessionCalls {
  const answer = async <Result>(name: string, result: () => Result): Promise<Result> => {
    server.log.push(name);
    const failure = server.failures.shift();
    if (failure) throw failure;
    return result();
  };
  return {
    read: () => answer('read', () => server.kept),
    refresh: () =>
      answer('refresh', () => {
        if (!server.kept) throw refusal;
        server.kept = browser.sessionFor(900);
        return server.kept;
      }),
    signOut: () =>
      answer('signOut', () => {
        server.kept = null;
      }),
  };
}

async function startedTab(): Promise<SessionKeeper> {
  const keeper = new SessionKeeper(calls(), browser.tab());
  await keeper.start();
  return keeper;
}

describe('reading the session', () => {
  test('signs in a visitor with a session, within 8 seconds', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    expect(keeper.state().status).toBe('signed_in');
    expect(browser.timeouts).toEqual([8000]);
  });

  test('signs out a visitor without a session', async () => {
    const keeper = await startedTab();
    expect(keeper.state()).toEqual({ status: 'signed_out', reason: 'absent' });
  });

  test('retries after missing responses and gateway errors with doubling delays', async () => {
    server.kept = browser.sessionFor(900);
    server.failures = [networkError, gatewayError, networkError];
    const keeper = await startedTab();
    expect(keeper.state().status).toBe('signed_in');
    expect(browser.waits).toEqual([200, 400, 800]);
  });

  test('is unreachable after 8 seconds, and can be retried', async () => {
    server.kept = browser.sessionFor(900);
    server.failures = Array(6).fill(networkError);
    const keeper = await startedTab();
    expect(keeper.state()).toEqual({ status: 'unreachable', error: networkError });
    expect(browser.waits.reduce((sum, ms) => sum + ms)).toBeLessThan(8000);
    await keeper.load();
    expect(keeper.state().status).toBe('signed_in');
  });

  test('does not retry a permanent error', async () => {
    server.failures = [new ApiError(500, undefined)];
    const keeper = await startedTab();
    expect(keeper.state().status).toBe('unreachable');
    expect(server.log).toEqual(['read']);
  });

  test('immediately renews a session that is about to expire', async () => {
    server.kept = browser.sessionFor(60);
    await startedTab();
    expect(server.log).toEqual(['read', 'refresh']);
  });
});

describe('a tick', () => {
  test('only checks a fresh session', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    const before = keeper.state();
    await keeper.tick();
    expect(server.log).toEqual(['read', 'read']);
    expect(keeper.state()).toEqual(before);
  });

  test('ends a session in every tab if it was ended elsewhere', async () => {
    server.kept = browser.sessionFor(900);
    const [first, second] = [await startedTab(), await startedTab()];
    server.kept = null;
    await first.tick();
    expect(first.state()).toEqual({ status: 'signed_out', reason: 'ended' });
    expect(second.state()).toEqual({ status: 'signed_out', reason: 'ended' });
  });

  test('keeps the session while the server cannot be reached', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    server.failures = Array(20).fill(networkError);
    await keeper.tick();
    expect(keeper.state().status).toBe('signed_in');
  });

  test('does not end a session that started during the check', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    server.kept = null;
    const look = keeper.tick();
    keeper.signedIn(browser.sessionFor(900));
    await look;
    expect(keeper.state().status).toBe('signed_in');
  });

  test('renews a session within three ticks of its expiry, with a timeout of 5 seconds', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    browser.nowMs += 815_000;
    await keeper.tick();
    expect(server.log).toEqual(['read', 'refresh']);
    expect(browser.timeouts.at(-1)).toBe(5000);
    expect(keeper.state()).toEqual({ status: 'signed_in', session: server.kept });
  });

  test('retries for one tick and then keeps the session', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    browser.nowMs += 850_000;
    server.failures = Array(20).fill(gatewayError);
    await keeper.tick();
    expect(browser.waits).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
    expect(keeper.state().status).toBe('signed_in');
  });

  test('ends the session if the server refuses the renewal', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    browser.nowMs += 850_000;
    server.kept = null;
    await keeper.tick();
    expect(keeper.state()).toEqual({ status: 'signed_out', reason: 'ended' });
  });
});

describe('several callers and tabs', () => {
  test('share one renewal within a tab', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    const results = await Promise.all([keeper.refresh(), keeper.refresh()]);
    expect(results).toEqual(['renewed', 'renewed']);
    expect(server.log.filter((name) => name === 'refresh')).toHaveLength(1);
  });

  test('renew in one tab only, and the others take over the result', async () => {
    server.kept = browser.sessionFor(900);
    const [first, second] = [await startedTab(), await startedTab()];
    browser.nowMs += 850_000;
    await Promise.all([first.tick(), second.tick()]);
    expect(server.log.filter((name) => name === 'refresh')).toHaveLength(1);
    expect(second.state()).toEqual(first.state());
  });

  test('sign out and in together', async () => {
    server.kept = browser.sessionFor(900);
    const [first, second] = [await startedTab(), await startedTab()];
    await first.signOut();
    expect(second.state()).toEqual({ status: 'signed_out', reason: 'left' });
    first.signedIn(browser.sessionFor(900));
    expect(second.state().status).toBe('signed_in');
  });
});

describe('signing out', () => {
  test('ends the session in the browser even if the server cannot be reached', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    server.failures = [networkError];
    expect(await keeper.signOut()).toBe('forced');
    expect(keeper.state()).toEqual({ status: 'signed_out', reason: 'left' });
  });

  test('is sent to the server on the next page load if it failed, which signs in no one', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    server.failures = [networkError];
    await keeper.signOut();
    const nextPage = await startedTab();
    expect(nextPage.state().status).toBe('signed_out');
    expect(server.kept).toBeNull();
  });

  test.each([401, 403, 404])('accepts the response %i as signed out', async (status) => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    server.failures = [new ApiError(status, undefined)];
    expect(await keeper.signOut()).toBe('done');
  });

  test('is not undone by a renewal in progress', async () => {
    server.kept = browser.sessionFor(900);
    const keeper = await startedTab();
    const renewal = keeper.refresh();
    await keeper.signOut();
    await renewal;
    expect(keeper.state().status).toBe('signed_out');
  });
});

const now = Date.parse('2026-11-15T12:00:00.000Z');
const inSeconds = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe('a session is renewed', () => {
  test('from three ticks of 30 seconds before its expiry', () => {
    expect(needsRefresh(inSeconds(91), now)).toBe(false);
    expect(needsRefresh(inSeconds(90), now)).toBe(true);
  });

  test('after its expiry', () => {
    expect(needsRefresh(inSeconds(-1), now)).toBe(true);
  });
});

test('only a 401 counts as a refusal', () => {
  expect(isRefusal(new ApiError(401, undefined))).toBe(true);
  expect(isRefusal(new ApiError(500, undefined))).toBe(false);
  expect(isRefusal(new TypeError('Failed to fetch'))).toBe(false);
});

test('a response that the session does not exist counts as signed out', () => {
  const answers = [401, 403, 404, 400, 500].map((status) => new ApiError(status, undefined));
  expect(answers.map(isSignedOutAlready)).toEqual([true, true, true, false, false]);
  expect(isSignedOutAlready(new TypeError('Failed to fetch'))).toBe(false);
});
