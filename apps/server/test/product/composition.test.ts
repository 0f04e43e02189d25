import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../src/context.ts';
import { endOfDay, jobOf } from '../../src/feature.ts';
import { jobs } from '../../src/features.ts';
import { jobName, retryPolicies } from '../../src/platform/jobs/job.ts';
import { waitingJobsRetentionSeconds } from '../../src/platform/jobs/job-queue.ts';
import { codeOfError } from '../../src/product.ts';

describe('the table of jobs', () => {
  it('names every queue once', () => {
    const names = jobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has no job that the queue would drop while it waits for its tries', () => {
    for (const { limit, longestPauseSeconds } of Object.values(retryPolicies)) {
      expect(limit * longestPauseSeconds).toBeLessThan(waitingJobsRetentionSeconds);
    }
  });
});

describe('the end of a day', () => {
  it('does what the table says, in its order, and nothing else', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => void done.push(name);
    const days = [
      { run: work('ordered'), onTimeTravel: undefined },
      { run: work('runs'), onTimeTravel: 'runs' as const },
      { run: work('waits'), onTimeTravel: 'waits' as const },
      { run: work('its run'), onTimeTravel: work('instead of it') },
    ];
    for (const end of endOfDay(days)) await end({} as Context);
    expect(done).toEqual(['runs', 'instead of it']);
  });
});

it('a job twice a minute enqueues the run in between, which enqueues nothing', async () => {
  const enqueue = vi.fn();
  const ctx = { jobs: { enqueue } } as unknown as Context;
  const run = vi.fn();
  const { signal } = new AbortController();
  const job = jobOf(jobName<object>('often'), {
    purpose: 'x',
    retry: 'never',
    expireSeconds: 60,
    schedule: '* * * * *',
    isTwiceAMinute: true,
    onTimeTravel: 'waits',
    run,
  });
  const between = { is_between: true };
  await job.run(ctx, {}, signal);
  await job.run(ctx, between, signal);
  expect(enqueue.mock.calls).toEqual([[{ name: 'often' }, between, { startAfterSeconds: 30 }]]);
  expect(run).toHaveBeenCalledTimes(2);
});

/** As the drivers tell of a row that points to nothing. */
const broken = (constraint: string) =>
  new Error('query failed', {
    cause: Object.assign(new Error('violates'), { code: '23503', constraint }),
  });

it('what was written for an account that is being deleted is answered like a session that ended', () => {
  expect(codeOfError(broken('user_profiles_user_id_users_id_fk'))).toBe('session_missing');
});

it('another broken reference stays a mistake of ours', () => {
  expect(codeOfError(broken('instructions_have_a_key'))).toBeUndefined();
  expect(codeOfError(new Error('violates'))).toBeUndefined();
});
