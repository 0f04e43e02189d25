import { setTimeout as pause } from 'node:timers/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { storageInLocale, translateLocators, words } from './in-locale.ts';
import { Mailbox } from './mailbox.ts';
import { recordPage } from './page-recorder.ts';
import { newNetworkAddress, type Person, signUpPerson } from './people.ts';
import { RunningServer } from './running-server.ts';
import { timeouts } from './timeouts.ts';

interface TestFixtures {
  mailbox: Mailbox;
  /** A person with a confirmed account; `page` is signed in as that person. */
  person: Person;
  /** Opens a second browser, of another person at another network address. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  serverLog: undefined;
}

interface WorkerFixtures {
  /** The server of this worker; its tests share it, one after another. */
  server: RunningServer;
}

/** A test against a real server: `page` opens it, `mailbox` reads its mail, `server` restarts it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
    async ({}, use) => {
      const server = await RunningServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: timeouts.serverStart },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  storageState: async ({ baseURL }, use) => use(storageInLocale(baseURL)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newNetworkAddress() }),
  mailbox: async ({ server }, use) => use(new Mailbox(server.url)),
  person: async ({ page, mailbox }, use) => use(await signUpPerson(page.request, mailbox)),
  context: async ({ context }, use) => {
    words.clear();
    translateLocators(context);
    const problems = await recordPage(context);
    await delayResponses(context);
    await use(context);
    await dropRoutes(context);
    expect(problems).toEqual([]);
  },
  visitor: async ({ browser, baseURL, storageState, locale, timezoneId, contextOptions }, use) => {
    const visits: { context: BrowserContext; problems: string[] }[] = [];
    await use(async (options = {}) => {
      const extraHTTPHeaders = { 'x-forwarded-for': newNetworkAddress() };
      const usual = { ...contextOptions, baseURL, locale, timezoneId, extraHTTPHeaders };
      // A visitor with another browser language has not chosen a locale yet.
      const chosen = { storageState: options.locale ? undefined : storageState };
      const context = await browser.newContext({ ...usual, ...chosen, ...options });
      translateLocators(context);
      visits.push({ context, problems: await recordPage(context) });
      await delayResponses(context);
      return context.newPage();
    });
    for (const { context } of visits) {
      await dropRoutes(context);
      await context.close();
    }
    expect(visits.flatMap(({ problems }) => problems)).toEqual([]);
  },
  serverLog: [
    async ({ server }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('server log', { body: server.log, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

/** Ignores errors, because a response that a test has changed may still be pending. */
async function dropRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export { expect } from './in-locale.ts';

const maxDelayMs = Number(process.env.ANSWERS_LATE_BY_MS ?? 0);

/** Delays and reorders the server's responses, as on a bad connection. */
async function delayResponses(context: BrowserContext): Promise<void> {
  if (maxDelayMs === 0) return;
  await context.route('**/api/**', async (route) => {
    await pause(Math.random() * maxDelayMs);
    // The requesting page may be closed by now.
    await route.fallback().catch(() => undefined);
  });
}
