import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { type Browser, createBrowser } from '../../apps/server/test/browser.ts';
import { strongPassword } from '../../apps/server/test/people.ts';
import { activationOf } from '../../apps/server/test/protocol.ts';
import type { Household } from './household.ts';
import type { Stack } from './stack.ts';

/** A trusted contact with a browser, who retries after errors. */
export interface ContactClient {
  /** Starts the activation, retrying until the payment page opens, and pays. */
  pay(): Promise<void>;
  /** Waits on the return page until the payment is confirmed. */
  waitForPayment(): Promise<void>;
  /** Calls the servers in turn until one succeeds. */
  retry<T>(act: (browser: Browser) => Promise<T>): Promise<T>;
}

const retryPauseMs = 500;
const pollPauseMs = 1_000;

/** Signs in at the first server, before any fault. */
export async function openContactClient(
  stack: Stack,
  household: Household,
): Promise<ContactClient> {
  const { provider, servers } = stack;
  const { owner, activator } = household;
  const first = createBrowser(servers[0].url());
  await first.signIn({ body: { email: activator.email, password: strongPassword } });
  let returnToken = '';
  let turn = 0;

  /**
   * Returns the same session at the next server, like a proxy that skips an unresponsive server.
   */
  function browserAtNextServer(): Browser {
    const url = servers[turn++ % servers.length]?.url() ?? '';
    const browser = createBrowser(url);
    for (const [name, value] of first.cookies) browser.cookies.set(name, value);
    return browser;
  }

  async function retry<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act(browserAtNextServer());
      } catch (error) {
        if (!isRetryable(error)) throw error;
        await pause(retryPauseMs);
      }
    }
  }

  return {
    pay: async () => {
      const contact = { userId: activator.id, contactId: activator.contact_id };
      // Every attempt creates its own token, as the page does.
      const { payment_id } = await retry((browser) =>
        browser.startActivation({ body: activationOf({ userId: owner.id }, contact) }),
      );
      const opened = provider.control
        .payments()
        .find(({ metadata }) => metadata?.payment_id === payment_id);
      if (!opened) throw new Error('the provider does not know the started payment');
      const { return_url = '' } = opened.confirmation ?? {};
      returnToken = new URL(return_url).searchParams.get('crt') ?? '';
      turn = 0;
      provider.control.pay(opened.id);
    },
    waitForPayment: async () => {
      const body = { action: 'refresh-payment-status' as const, crt: returnToken };
      for (;;) {
        const { is_paid } = await retry((browser) => browser.refreshPaymentStatus({ body }));
        if (is_paid) return;
        await pause(pollPauseMs);
      }
    },
    retry,
  };
}

/** True for a missing response, a server error, or a payment with an unknown outcome. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.code === 'payment_outcome_unknown';
}
