import { describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.ts';
import { endOfDay, type FeatureJob } from '../../src/feature.ts';
import { jobs } from '../../src/features.ts';
import { waitingJobsKeptSeconds } from '../../src/platform/jobs/declare-queues.ts';
import { claimedTogether } from '../../src/platform/jobs/job-queue.ts';
import { type RetryPolicy, retryPolicies } from '../../src/platform/jobs/retry-policies.ts';
import { differences, row, timeOf } from '../page-table.ts';

function lineOfJob(job: FeatureJob): string {
  return row(
    `\`${job.name}\``,
    job.purpose,
    job.schedule ? `\`${job.schedule}\`` : 'when ordered',
    `\`${job.retryName}\``,
    timeOf(job.expireSeconds),
    String(job.concurrency ?? claimedTogether),
    job.whenDaysPass === undefined || job.whenDaysPass === 'waits' ? '' : 'yes',
  );
}

function lineOfPolicy([name, policy]: [string, RetryPolicy]): string {
  const pauses = `${timeOf(policy.firstPauseSeconds)} to ${timeOf(policy.longestPauseSeconds)}`;
  return policy.limit === 0
    ? row(`\`${name}\``, 'never', '')
    : row(`\`${name}\``, `${policy.limit} times`, pauses);
}

describe('the table of jobs', () => {
  // A job or policy that was meant to change is changed in docs/jobs.md as well.
  it('is what docs/jobs.md says', () => {
    const policies = Object.entries(retryPolicies).map(lineOfPolicy);
    expect(differences('jobs.md', [...jobs.map(lineOfJob), ...policies])).toBe('');
  });

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
