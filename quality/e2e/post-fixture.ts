import { type MailServer, startMailServer } from './mail-server.ts';
import { Mailbox } from './mailbox.ts';
import { test as base } from './own-server-fixture.ts';

/** A test against a server that sends its mail: over SMTP, to a mail server on loopback. */
export const test = base.extend<{ mailServer: MailServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  mailServer: async ({}, use) => {
    const mailServer = await startMailServer();
    await use(mailServer);
    await mailServer.stop();
  },
  settings: async ({ mailServer }, use) => use({ SMTP_URL: mailServer.url }),
  mailbox: async ({ ownServer, mailServer }, use) => use(new Mailbox(ownServer.url, mailServer)),
});

export { expect } from './in-locale.ts';
