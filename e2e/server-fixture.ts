import { test as base } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { RunningServer } from './running-server.ts';

interface OfTest {
  mailbox: Mailbox;
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
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  mailbox: async ({ server }, use) => use(new Mailbox(server.url)),
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
