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

/** Thousands run with `npm run proofs -- schedules`. */
const schedules = Math.ceil(Number(process.env.SCHEDULES ?? 300) / 40);
const clock = createMovableClock();
let database: Database;
let ctx: Context;

beforeAll(async () => {
  database = openPostgres((await freshDatabaseUrl()) ?? '', () => {});
  ctx = {
    ...{ database, clock, log: pino({ level: 'silent' }), prices: priceEditions, wiring },
    replaced: new Map(),
  } as unknown as Context;
});
afterAll(() => database.close());

function expectOrder(owner: string, removal: Removal): void {
  const { on, told, contacts, holds, freeSince, untoldSince } = removal;
  expect(holds).toEqual([]);
  const heardInTime = (who: string) =>
    told.some((one) => one.who === who && one.on < on && one.day <= on);
  expect(heardInTime(owner)).toBe(true);
  const isTriedLongEnough = untoldSince !== null && daysBetween(untoldSince, on) >= 90;
  if (contacts.length > 0 && !isTriedLongEnough) expect(contacts.some(heardInTime)).toBe(true);
  if (contacts.length > 0) expect(on >= addDays(freeSince, 14)).toBe(true);
}

describe('whatever happens while a plan is unpaid', () => {
  it('no file goes before owner and contacts were told and their day has come, and then it goes', async () => {
    await fc.assert(
      fc.asyncProperty(lapseSteps, async (steps) => {
        const life = await lapsedOwner(ctx, clock);
        for (const step of steps) await life.do(step);
        await life.quiet();
        for (let days = 0; days < 140 && life.removals.length === 0; days++) {
          await life.answerMails('taken');
          await life.day();
        }
        expect(life.removals).toHaveLength(1);
        for (const removal of life.removals) expectOrder(life.owner, removal);
        await life.leave();
      }),
      { numRuns: schedules, endOnFailure: true },
    );
  });
});
