import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { speakLocale, storageInLocale, words } from './in-locale.ts';
import { delayAnswers } from './late-answers.ts';
import { Mailbox } from './mailbox.ts';
import { witness } from './page-witness.ts';
import { patience } from './patience.ts';
import { newNetworkAddress, type Person, signUpPerson } from './people.ts';
import { RunningServer } from './running-server.ts';

interface OfTest {
  mailbox: Mailbox;
  /** Someone with a confirmed account; `page` is signed in as that person. */
  person: Person;
  /** Opens the browser of somebody else, who comes from another address. */
  visitor: (options?: BrowserContextOptions) => Promise<Page>;
  serverLog: undefined;
}

interface OfWorker {
  /** The server of this worker; its tests share it, one after another. */
  server: RunningServer;
}

/** A test against a real server: `page` opens it, `mailbox` reads its mail, `server` restarts it. */
export const test = base.extend<OfTest, OfWorker>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
    async ({}, use) => {
      const server = await RunningServer.start();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: patience.serverStart },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  storageState: async ({ baseURL }, use) => use(storageInLocale(baseURL)),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newNetworkAddress() }),
  mailbox: async ({ server }, use) => use(new Mailbox(server.url)),
  person: async ({ page, mailbox }, use) => use(await signUpPerson(page.request, mailbox)),
  context: async ({ context }, use) => {
    words.forget();
    speakLocale(context);
    const problems = await witness(context);
    await delayAnswers(context);
    await use(context);
    await leaveAlone(context);
    expect(problems).toEqual([]);
  },
  visitor: async ({ browser, baseURL, storageState, locale, timezoneId, contextOptions }, use) => {
    const visits: { context: BrowserContext; problems: string[] }[] = [];
    await use(async (options = {}) => {
      const extraHTTPHeaders = { 'x-forwarded-for': newNetworkAddress() };
      const usual = { ...contextOptions, baseURL, locale, timezoneId, extraHTTPHeaders };
      // Another browser language means that no locale was chosen yet.
      const chosen = { storageState: options.locale ? undefined : storageState };
      const context = await browser.newContext({ ...usual, ...chosen, ...options });
      speakLocale(context);
      visits.push({ context, problems: await witness(context) });
      await delayAnswers(context);
      return context.newPage();
    });
    for (const { context } of visits) {
      await leaveAlone(context);
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

/** An answer that a test has changed may still be on its way. */
async function leaveAlone(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export { expect } from './in-locale.ts';
