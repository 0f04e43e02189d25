import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { performAct } from '../../../test/release-schedules/acts.ts';
import {
  failingContext,
  ignoreExpectedFailure,
  settleEverything,
} from '../../../test/release-schedules/background.ts';
import {
  createHousehold,
  deleteHousehold,
  type Lane,
  openLane,
  type Scene,
} from '../../../test/release-schedules/household.ts';
import { activationHistories, releaseTimesOf } from '../../../test/release-schedules/ledger.ts';
import { readOutcome } from '../../../test/release-schedules/outcome.ts';
import { downtimeFirst, type Schedule, schedule } from '../../../test/release-schedules/steps.ts';
import { violationsOf } from '../../../test/release-schedules/verdict.ts';
import { recordHeartbeat } from '../../platform/downtime/heartbeat.ts';

/** `npm run proofs -- schedules` runs more schedules. */
const scheduleCount = Number(process.env.SCHEDULES ?? 20);
const seed = Number(process.env.SEED ?? 20_261_117);
/** Parallel households, each with its own database and clock. */
const laneCount = 4;

let lanes: Lane[];
beforeAll(async () => {
  lanes = await Promise.all(Array.from({ length: laneCount }, openLane));
});
afterAll(() => Promise.all(lanes.map((lane) => lane.stop())));

const counts = {
  released: 0,
  waited: 0,
  vetoed: 0,
  refunded: 0,
  acknowledged: 0,
  armed: 0,
  alone: 0,
  reviewed: 0,
  expired: 0,
  postponed: 0,
  doubted: 0,
  dismissed: 0,
  upheld: 0,
};

async function runSchedule(lane: Lane, { steps, ...wanted }: Schedule): Promise<string[]> {
  const scene: Scene = {
    lane,
    household: await createHousehold(lane, wanted),
    vetoes: [],
    downtimes: [],
  };
  for (const step of steps) {
    const { before, act, concurrent, diesAt } = downtimeFirst(step);
    for (const one of before) await performAct(scene, one, lane.ctx);
    const deps = diesAt === null ? lane.ctx : failingContext(lane, diesAt);
    await Promise.all([
      ...act.map((one) => ignoreExpectedFailure(performAct(scene, one, deps))),
      ...concurrent.map((other) => ignoreExpectedFailure(performAct(scene, other, lane.ctx))),
    ]);
    // The workers run again after a downtime.
    if (before.length > 0) await recordHeartbeat(lane.ctx);
  }
  await settleEverything(lane);
  const outcome = await readOutcome(scene);
  const violations = violationsOf(scene, outcome);
  const histories = activationHistories(outcome.ledger);
  const moves = histories.flatMap((life) => life.moves);
  counts.released += moves.filter(({ to }) => to === 'activated').length;
  counts.waited += moves.filter(({ from, to }) => from === 'waiting' && to === 'activated').length;
  counts.alone += moves.filter(({ to, row }) => to === 'activated' && row.is_alone).length;
  counts.vetoed += moves.filter(({ to }) => to === 'vetoed').length;
  counts.reviewed += moves.filter(({ from }) => from === 'requested').length;
  counts.expired += moves.filter(
    ({ to, row }) => to === 'payment_canceled' && row.end_reason === 'stale',
  ).length;
  counts.postponed += histories.filter(({ rows }) => releaseTimesOf(rows).length > 1).length;
  const doubts = outcome.ledger.flatMap((one) =>
    one.subject === 'activation_doubts' && one.row ? one.row : [],
  );
  counts.doubted += doubts.filter(({ ending }) => ending === null).length;
  counts.dismissed += doubts.filter(({ ending }) => ending === 'dismissed').length;
  counts.upheld += doubts.filter(({ ending }) => ending === 'upheld').length;
  counts.armed += moves.filter(({ to }) => to === 'past').length;
  counts.refunded += outcome.payments.filter(({ refunds }) => refunds.length > 0).length;
  counts.acknowledged += scene.vetoes.length;
  await deleteHousehold(lane);
  return violations;
}

describe('in random schedules with races and killed processes', () => {
  it('letters are released at most once, never early or after a veto, and other payments are refunded once', async () => {
    await Promise.all(
      lanes.map((lane, index) =>
        fc.assert(
          fc.asyncProperty(schedule, async (one) => {
            expect(await runSchedule(lane, one)).toEqual([]);
          }),
          { numRuns: Math.ceil(scheduleCount / laneCount), seed: seed + index, endOnFailure: true },
        ),
      ),
    );
    // Every outcome must have occurred in long runs; in short runs, only a release.
    const happened = scheduleCount < 240 ? { released: counts.released } : counts;
    for (const [what, times] of Object.entries(happened)) {
      expect(times, what).toBeGreaterThan(scheduleCount / 400);
    }
  });
});
