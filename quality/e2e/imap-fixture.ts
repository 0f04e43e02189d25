import { writeFile } from 'node:fs/promises';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { test as base } from './own-server-fixture.ts';

/** A test against a server that may read mailboxes of a mail server on loopback. */
export const test = base.extend<{ imap: ImapStandIn }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  imap: async ({}, use) => {
    const imap = await startImapStandIn();
    await use(imap);
    await imap.stop();
  },
  settings: async ({ imap }, use, testInfo) => {
    const certificate = testInfo.outputPath('ca.pem');
    await writeFile(certificate, imap.certificate);
    await use({
      MAILBOX_ALLOWED_HOSTS: `localhost:${imap.port}`,
      MAILBOX_CA_FILE: certificate,
    });
  },
});

export { expect } from './in-locale.ts';
