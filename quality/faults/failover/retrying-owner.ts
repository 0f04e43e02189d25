import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { isDatabaseUnavailable } from '../../../apps/server/src/platform/database/database-errors.ts';
import { type Browser, createBrowser } from '../../../apps/server/test/browser.ts';
import { strongPassword } from '../../../apps/server/test/people.ts';
import { type Account, createAccount } from '../household.ts';
import type { Stack } from '../stack.ts';

/** An owner who uses both servers and retries what failed. */
export interface RetryingOwner {
  account: Account;
  /** Calls the servers in turn until one acknowledges. */
  retry<T>(act: (browser: Browser) => Promise<T>): Promise<T>;
  /** Calls one server once, by its index. */
  once<T>(server: number, act: (browser: Browser) => Promise<T>): Promise<T>;
}

const retryPauseMs = 400;
/** A session asks for a new sign-in after 15 minutes. */
const signInMs = 5 * 60_000;

export async function createRetryingOwner(stack: Stack): Promise<RetryingOwner> {
  const account = await newAccount(stack);
  stack.ignoredRecipients.add(account.email);
  let browsers: Browser[] = [];
  let signedInAt = 0;
  let turn = 0;

  async function signIn(): Promise<void> {
    const first = await again((server) => signedIn(server));
    browsers = stack.servers.map((server) => {
      const browser = createBrowser(server.url());
      for (const [name, value] of first.cookies) browser.cookies.set(name, value);
      return browser;
    });
    signedInAt = performance.now();
  }

  async function signedIn(server: number): Promise<Browser> {
    const browser = createBrowser(stack.servers[server]?.url() ?? '');
    await browser.signIn({ body: { email: account.email, password: strongPassword } });
    return browser;
  }

  async function again<T>(act: (server: number) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act(turn++ % stack.servers.length);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 503) throw error;
        await pause(retryPauseMs);
      }
    }
  }

  async function once<T>(server: number, act: (browser: Browser) => Promise<T>): Promise<T> {
    if (performance.now() - signedInAt > signInMs) await signIn();
    const browser = browsers[server];
    if (!browser) throw new Error('there is no such server');
    return act(browser);
  }

  await signIn();
  return { account, retry: (act) => again((server) => once(server, act)), once };
}

/** Created by the trial itself, once the database is available. */
async function newAccount(stack: Stack): Promise<Account> {
  for (;;) {
    try {
      return await createAccount(stack);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await pause(retryPauseMs);
    }
  }
}
