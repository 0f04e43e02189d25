import type { Page } from '@playwright/test';
import { Mailbox } from './mailbox.ts';
import { type Person, signInPerson } from './people.ts';
import { RunningServer } from './running-server.ts';
import { test as base, expect } from './server-fixture.ts';

interface OfTest {
  /** Variables that the server needs besides the usual ones. */
  settings: Record<string, string>;
  ownServer: RunningServer;
}

/** A test with a server of its own, because its clock is moved. */
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

/** Lets days pass on the server, with everything they bring; who wants to go on signs in anew. */
export function passDays(page: Page, days: number, person?: Person): Promise<Date> {
  return travel(page, { days }, person);
}

/** Days for which the server was off; the last one brings what has come due. */
export function skipDays(page: Page, days: number, person?: Person): Promise<Date> {
  return travel(page, { days, at_once: true }, person);
}

async function travel(
  page: Page,
  data: { days: number; at_once?: boolean },
  person?: Person,
): Promise<Date> {
  const passed = await page.request.post('/api/dev/days', { data });
  expect(passed.ok()).toBe(true);
  if (person) await signInPerson(page.request, person);
  const { now }: { now: string } = await passed.json();
  return new Date(now);
}

/** The browser's day is that of the server again; timers go on as they did. */
export function showDay(page: Page, now: Date): Promise<void> {
  return page.clock.setFixedTime(now);
}

export { expect } from '@playwright/test';
