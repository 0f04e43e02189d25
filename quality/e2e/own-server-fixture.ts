import { Mailbox } from './mailbox.ts';
import { RunningServer } from './running-server.ts';
import { test as base } from './server-fixture.ts';

interface OfTest {
  /** Variables that the server needs besides the usual ones. */
  settings: Record<string, string>;
  ownServer: RunningServer;
}

/** A test with a server of its own. */
export const test = base.extend<OfTest>({
  settings: [{}, { option: true }],
  ownServer: async ({ settings }, use) => {
    const server = await RunningServer.start(settings);
    await use(server);
    await server.stop();
  },
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
  mailbox: async ({ ownServer }, use) => use(new Mailbox(ownServer.url)),
  serverLog: async ({ ownServer }, use, testInfo) => {
    await use(undefined);
    if (testInfo.status === testInfo.expectedStatus) return;
    await testInfo.attach('server log', { body: ownServer.log, contentType: 'text/plain' });
  },
});

export { expect } from './in-locale.ts';
