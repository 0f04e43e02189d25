import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completeReport,
  countAllowed,
  decide,
  failReport,
  maxUnreported,
  openWindow,
  type SharedWindow,
  shouldReport,
  startReport,
} from './shared-limit-rules.ts';

const startedAt = new Date('2026-11-15T12:00:00Z');

type Step = { server: number; act: 'call' | 'send' | 'arrive' | 'confirm' | 'lose' };

/** Simulates servers whose reports arrive, are confirmed or get lost in any order. */
function simulate(servers: number, max: number, maxBatch: number, steps: readonly Step[]) {
  const limit = { max };
  const all = Array.from({ length: servers }, () => ({
    window: openWindow(startedAt),
    batch: undefined as number | undefined,
    answer: undefined as number | undefined,
  }));
  let counted = 0;
  let allowed = 0;
  const refusedAt: number[] = [];
  for (const { server, act } of steps) {
    const one = all[server % servers];
    if (!one) continue;
    const { window } = one;
    if (act === 'call') {
      const decision = decide(window, limit, maxBatch);
      if (decision === 'refuse') refusedAt.push(allowed);
      if (decision === 'allow') {
        countAllowed(window);
        allowed += 1;
      }
    }
    if (act === 'send' && window.sent === 0 && window.unreported > 0)
      one.batch = startReport(window);
    if (act === 'arrive' && one.batch !== undefined) {
      counted += one.batch;
      one.answer = counted;
      one.batch = undefined;
    }
    if (act === 'confirm' && one.answer !== undefined) {
      completeReport(window, { counted: one.answer, startedAt });
      one.answer = undefined;
    }
    if (act === 'lose' && one.batch !== undefined) {
      failReport(window);
      one.batch = undefined;
    }
  }
  return { allowed, refusedAt };
}

const steps = fc.array(
  fc.record({
    server: fc.nat(3),
    act: fc.constantFrom<Step['act']>('call', 'call', 'call', 'send', 'arrive', 'confirm', 'lose'),
  }),
  { maxLength: 400 },
);

describe('a limit shared by several servers', () => {
  it('is exceeded by less than one batch per server, in any order of reports', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (servers, max, maxBatch, playedSteps) => {
          const { allowed } = simulate(servers, max, maxBatch, playedSteps);
          expect(allowed).toBeLessThan(max + servers * maxBatch);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('refuses no call below the limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 5 }),
        steps,
        (servers, max, maxBatch, playedSteps) => {
          for (const allowed of simulate(servers, max, maxBatch, playedSteps).refusedAt) {
            expect(allowed).toBeGreaterThanOrEqual(max);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is exact for a single server', () => {
    const window = openWindow(startedAt);
    const limit = { max: 40 };
    let allowed = 0;
    for (let call = 0; call < 100; call += 1) {
      if (decide(window, limit, limit.max) !== 'allow') break;
      countAllowed(window);
      allowed += 1;
    }
    expect(allowed).toBe(40);
  });

  it('allows a twentieth without a report, and at least one call', () => {
    expect(maxUnreported({ max: 600 })).toBe(30);
    expect(maxUnreported({ max: 19 })).toBe(1);
    expect(maxUnreported({ max: 1 })).toBe(1);
  });

  it('is reported from half a batch on, one batch at a time', () => {
    const window: SharedWindow = { ...openWindow(startedAt), unreported: 14 };
    expect(shouldReport(window, 30)).toBe(false);
    countAllowed(window);
    expect(shouldReport(window, 30)).toBe(true);
    expect(startReport(window)).toBe(15);
    window.unreported = 29;
    expect(shouldReport(window, 30)).toBe(false);
    expect(shouldReport(openWindow(startedAt), 1)).toBe(false);
  });

  it('repeats failed reports', () => {
    const window: SharedWindow = { ...openWindow(startedAt), unreported: 5 };
    startReport(window);
    window.unreported = 2;
    failReport(window);
    expect(startReport(window)).toBe(7);
  });
});
