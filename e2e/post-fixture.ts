import { type MailServer, startMailServer } from './mail-server.ts';
import { Mailbox } from './mailbox.ts';
import { patience } from './patience.ts';
import { RunningServer } from './running-server.ts';
import { test as base } from './server-fixture.ts';

interface OfWorker {
  mailServer: MailServer;
  server: RunningServer;
}

/** A test against a server that sends its mail: over SMTP, to a mail server on loopback. */
export const test = base.extend<{ mailbox: Mailbox }, OfWorker>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
    async ({}, use) => {
      const mailServer = await startMailServer();
      await use(mailServer);
      await mailServer.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mailServer }, use) => {
      const server = await RunningServer.start({ SMTP_URL: mailServer.url });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: patience.serverStart },
  ],
  mailbox: async ({ server, mailServer }, use) => use(new Mailbox(server.url, mailServer)),
});

export { expect } from '@playwright/test';
