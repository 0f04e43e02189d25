import type { Page } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { type Person, signInPerson } from './people.ts';
import { RunningServer } from './running-server.ts';
import { test as base, expect } from './server-fixture.ts';

/** A test with a server of its own, because its clock is moved. */
export const test = base.extend<{ ownServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of this parameter.
  ownServer: async ({}, use) => {
    const server = await RunningServer.start();
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

/** Lets days pass on the server, with everything they bring; who wants to go on signs in anew. */
export async function passDays(page: Page, days: number, person?: Person): Promise<void> {
  const passed = await page.request.post('/api/dev/days', { data: { days } });
  expect(passed.ok()).toBe(true);
  if (person) await signInPerson(page.request, person);
}

export { expect } from '@playwright/test';
