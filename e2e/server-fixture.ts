import { test as base, expect } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { newNetworkAddress, type Person, signUpPerson } from './people.ts';
import { RunningServer } from './running-server.ts';

interface OfTest {
  mailbox: Mailbox;
  /** Someone with a confirmed account; `page` is signed in as that person. */
  person: Person;
  serverLog: undefined;
  /** A script that the policy forbids, or a crash on the page, fails the test. */
  cleanConsole: undefined;
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
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newNetworkAddress() }),
  mailbox: async ({ server }, use) => use(new Mailbox(server.url)),
  person: async ({ page, mailbox }, use) => use(await signUpPerson(page.request, mailbox)),
  cleanConsole: [
    async ({ context, page }, use) => {
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(String(error.error())));
      context.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) problems.push(message.text());
      });
      await use(undefined);
      // An answer that a test has changed may still be on its way.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  serverLog: [
    async ({ server }, use, testInfo) => {
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('server log', { body: server.log, contentType: 'text/plain' });
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
