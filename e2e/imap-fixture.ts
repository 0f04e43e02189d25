import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImapStandIn, startImapStandIn } from '@zavet/imap-stand-in/stand-in';
import { patience } from './patience.ts';
import { RunningServer } from './running-server.ts';
import { test as base } from './server-fixture.ts';

interface OfWorker {
  imap: ImapStandIn;
  server: RunningServer;
}

/** A test against a server that may read mailboxes of a mail server on loopback. */
export const test = base.extend<object, OfWorker>({
  imap: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
    async ({}, use) => {
      const imap = await startImapStandIn();
      await use(imap);
      await imap.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ imap }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'zavet-imap-'));
      const certificate = join(folder, 'ca.pem');
      await writeFile(certificate, imap.certificate);
      const server = await RunningServer.start({
        MAILBOX_ALLOWED_HOSTS: `localhost:${imap.port}`,
        MAILBOX_CA_FILE: certificate,
      });
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: patience.serverStart },
  ],
});

export { expect } from '@playwright/test';
