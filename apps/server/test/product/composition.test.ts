import { describe, expect, it, vi } from 'vitest';
import type { Context } from '../../src/context.ts';
import { endOfDayTasks, jobOf } from '../../src/feature.ts';
import { jobs } from '../../src/features.ts';
import { jobName, retryPolicies } from '../../src/platform/jobs/job.ts';
import { waitingJobsRetentionSeconds } from '../../src/platform/jobs/job-queue.ts';
import { codeOfError } from '../../src/product.ts';

describe('jobs', () => {
  it('have unique names', () => {
    const names = jobs.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('outlive their retries in the queue', () => {
    for (const { limit, longestPauseSeconds } of Object.values(retryPolicies)) {
      expect(limit * longestPauseSeconds).toBeLessThan(waitingJobsRetentionSeconds);
    }
  });
});

describe('the end of a day', () => {
  it('runs each job as it declares for time travel, in the order of the list', async () => {
    const executed: string[] = [];
    const recordAs = (name: string) => async () => void executed.push(name);
    const days = [
      { run: recordAs('undeclared'), onTimeTravel: undefined },
      { run: recordAs('runs'), onTimeTravel: 'runs' as const },
      { run: recordAs('waits'), onTimeTravel: 'waits' as const },
      { run: recordAs('its run'), onTimeTravel: recordAs('instead of it') },
    ];
    for (const end of endOfDayTasks(days)) await end({} as Context);
    expect(executed).toEqual(['runs', 'instead of it']);
  });
});

it('a job that runs twice a minute enqueues the second run, which enqueues nothing', async () => {
  const enqueue = vi.fn();
  const ctx = { jobs: { enqueue } } as unknown as Context;
  const run = vi.fn();
  const { signal } = new AbortController();
  const job = jobOf(jobName<object>('often'), {
    purpose: 'x',
    retry: 'never',
    expireSeconds: 60,
    schedule: '* * * * *',
    runsTwiceAMinute: true,
    onTimeTravel: 'waits',
    run,
  });
  const secondRun = { is_extra_run: true };
  await job.run(ctx, {}, signal);
  await job.run(ctx, secondRun, signal);
  expect(enqueue.mock.calls).toEqual([[{ name: 'often' }, secondRun, { startAfterSeconds: 30 }]]);
  expect(run).toHaveBeenCalledTimes(2);
});

/** A foreign key violation as the driver reports it. */
const foreignKeyError = (constraint: string) =>
  new Error('query failed', {
    cause: Object.assign(new Error('violates'), { code: '23503', constraint }),
  });

it('a write for an account being deleted fails like an ended session', () => {
  expect(codeOfError(foreignKeyError('user_profiles_user_id_users_id_fk'))).toBe('session_missing');
});

it('any other foreign key violation is an internal error', () => {
  expect(codeOfError(foreignKeyError('instructions_have_a_key'))).toBeUndefined();
  expect(codeOfError(new Error('violates'))).toBeUndefined();
});
