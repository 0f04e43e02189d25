import { priceEditions } from '@zavet/contract/billing/plan-catalogue';
import { addDays, daysBetween } from '@zavet/contract/days';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lapsedOwner, lapseSteps, type Removal } from '../../../../test/lapse-model.ts';
import { freshDatabaseUrl } from '../../../../test/test-database.ts';
import type { Context } from '../../../context.ts';
import { wiring } from '../../../features.ts';
import { createMovableClock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { openPostgres } from '../../../platform/database/open-database.ts';

/** `npm run proofs -- schedules` runs thousands. */
const schedules = Math.ceil(Number(process.env.SCHEDULES ?? 300) / 40);
const clock = createMovableClock();
let database: Database;
let ctx: Context;

beforeAll(async () => {
  database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
  ctx = {
    ...{ database, clock, log: pino({ level: 'silent' }), prices: priceEditions, wiring },
    replacements: new Map(),
  } as unknown as Context;
});
afterAll(() => database.close());

function expectNotifiedRemoval(owner: string, removal: Removal): void {
  const { on, notifications, contacts, protections, unprotectedSince, unnotifiedSince } = removal;
  expect(protections).toEqual([]);
  const wasNotifiedInTime = (personId: string) =>
    notifications.some((one) => one.who === personId && one.on < on && one.day <= on);
  expect(wasNotifiedInTime(owner)).toBe(true);
  const isGivenUp = unnotifiedSince !== null && daysBetween(unnotifiedSince, on) >= 90;
  if (contacts.length > 0 && !isGivenUp) expect(contacts.some(wasNotifiedInTime)).toBe(true);
  if (contacts.length > 0) expect(on >= addDays(unprotectedSince, 14)).toBe(true);
}

describe('removal under random schedules', () => {
  it('files are removed only after owner and contacts were notified and the day has come, and then always', async () => {
    await fc.assert(
      fc.asyncProperty(lapseSteps, async (steps) => {
        const model = await lapsedOwner(ctx, clock);
        for (const step of steps) await model.do(step);
        await model.endProtections();
        for (let days = 0; days < 140 && model.removals.length === 0; days++) {
          await model.settleMails('accepted');
          await model.day();
        }
        expect(model.removals).toHaveLength(1);
        for (const removal of model.removals) expectNotifiedRemoval(model.owner, removal);
        await model.deleteOwner();
      }),
      { numRuns: schedules, endOnFailure: true },
    );
  });
});
