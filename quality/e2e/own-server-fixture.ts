import type { Page } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { type Person, signInPerson } from './people.ts';
import { RunningServer } from './running-server.ts';
import { test as base, expect } from './server-fixture.ts';

interface TestFixtures {
  /** Additional environment variables of the server. */
  settings: Record<string, string>;
  ownServer: RunningServer;
}

/** A test with a server of its own. */
export const test = base.extend<TestFixtures>({
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

export { expect };

/** Moves the server's clock and runs the jobs of each day. Sessions end; `person` is signed in again. */
export function passDays(page: Page, days: number, person?: Person): Promise<Date> {
  return advanceClock(page, { days }, person);
}

/** Moves the clock as after a downtime of the server: due jobs run once at the end. */
export function skipDays(page: Page, days: number, person?: Person): Promise<Date> {
  return advanceClock(page, { days, immediately: true }, person);
}

async function advanceClock(
  page: Page,
  data: { days: number; immediately?: boolean },
  person?: Person,
): Promise<Date> {
  const passed = await page.request.post('/api/dev/days', { data });
  expect(passed.ok()).toBe(true);
  if (person) await signInPerson(page.request, person);
  const { now }: { now: string } = await passed.json();
  return new Date(now);
}

/** Sets the browser's date to that of the server; timers keep running. */
export function setBrowserDay(page: Page, now: Date): Promise<void> {
  return page.clock.setFixedTime(now);
}
