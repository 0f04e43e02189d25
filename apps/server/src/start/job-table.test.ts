import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { endOfDay } from '../feature.ts';
import { jobs } from '../features.ts';
import { waitingJobsKeptSeconds } from '../platform/jobs/declare-queues.ts';
import { retryPolicies } from '../platform/jobs/retry-policies.ts';

describe('the table of jobs', () => {
  it('names every queue once', () => {
    const names = jobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no job that the queue would drop while it waits for its tries', () => {
    for (const { limit, longestPauseSeconds } of Object.values(retryPolicies)) {
      expect(limit * longestPauseSeconds).toBeLessThan(waitingJobsKeptSeconds);
    }
  });
});

describe('the end of a day', () => {
  it('does what the table says, in its order, and nothing else', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => void done.push(name);
    const days = [
      { run: work('ordered'), whenDaysPass: undefined },
      { run: work('runs'), whenDaysPass: 'runs' as const },
      { run: work('waits'), whenDaysPass: 'waits' as const },
      { run: work('its run'), whenDaysPass: work('instead of it') },
    ];
    for (const end of endOfDay(days)) await end({} as Context);
    expect(done).toEqual(['runs', 'instead of it']);
  });
});
