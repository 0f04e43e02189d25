import type { Page } from '@playwright/test';
import { expect } from './own-server-fixture.ts';
import { type Person, signInPerson } from './people.ts';

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

export { expect, test } from './own-server-fixture.ts';
