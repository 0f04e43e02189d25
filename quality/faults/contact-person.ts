import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '@zavet/contract/client';
import { type Browser, createBrowser } from '../../apps/server/test/browser.ts';
import { strongPassword } from '../../apps/server/test/people.ts';
import { activationOf } from '../../apps/server/test/protocol.ts';
import type { Family } from './family.ts';
import type { Stack } from './stack.ts';

/** The trusted contact in front of a browser, who presses again when something goes wrong. */
export interface ContactPerson {
  /** Presses the button until the provider's page opens, and pays there. */
  pay(): Promise<void>;
  /** Waits on the return page until it says that the payment has arrived. */
  comeBack(): Promise<void>;
  /** Does something at one of the servers until it works out. */
  insist<T>(act: (browser: Browser) => Promise<T>): Promise<T>;
}

const pressPauseMs = 500;
const pollPauseMs = 1_000;

/** Signs in while all is well. */
export async function sitDown(stack: Stack, family: Family): Promise<ContactPerson> {
  const { provider, servers } = stack;
  const { owner, activator } = family;
  const first = createBrowser(servers[0].url());
  await first.signIn({ body: { email: activator.email, password: strongPassword } });
  let returnToken = '';
  let turn = 0;

  /** The same person at the next server: what a proxy does when one does not answer. */
  function browserAtNextServer(): Browser {
    const url = servers[turn++ % servers.length]?.url() ?? '';
    const browser = createBrowser(url);
    for (const [name, value] of first.cookies) browser.cookies.set(name, value);
    return browser;
  }

  async function insist<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await act(browserAtNextServer());
      } catch (error) {
        if (!isWorthAnotherTry(error)) throw error;
        await pause(pressPauseMs);
      }
    }
  }

  return {
    pay: async () => {
      const contact = { userId: activator.id, contactId: activator.contact_id };
      // Every press makes a token of its own, as the page does.
      const { payment_id } = await insist((browser) =>
        browser.startActivation({ body: activationOf({ userId: owner.id }, contact) }),
      );
      const opened = provider.control
        .payments()
        .find(({ metadata }) => metadata?.payment_id === payment_id);
      if (!opened) throw new Error('the provider does not know the payment that was begun');
      const { return_url = '' } = opened.confirmation ?? {};
      returnToken = new URL(return_url).searchParams.get('crt') ?? '';
      turn = 0;
      provider.control.pay(opened.id);
    },
    comeBack: async () => {
      const body = { action: 'refresh-payment-status' as const, crt: returnToken };
      for (;;) {
        const { is_paid } = await insist((browser) => browser.refreshPaymentStatus({ body }));
        if (is_paid) return;
        await pause(pollPauseMs);
      }
    },
    insist,
  };
}

/** No answer, a server in trouble, or a provider that did not answer the server. */
function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.code === 'payment_outcome_unknown';
}
