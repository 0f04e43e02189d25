import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { database, provideJobQueues } from '../../../test/job-queue-fixture.ts';
import { createLogger } from '../observability/logger.ts';
import type { Meter } from '../observability/meter.ts';
import { job, jobName, retryPolicies } from './job.ts';
import { createJobQueue } from './job-queue.ts';

provideJobQueues();

const chore = jobName<{ user_id: string }>('watched-chore');
const failing = () =>
  job(chore, {
    retry: retryPolicies.never,
    expireSeconds: 60,
    run: async () => {
      throw new Error('broken');
    },
  });

describe('a queue that is watched', () => {
  it.each([
    ['in service once it takes jobs, where it does them', true, false],
    ['in service once jobs can be ordered, where others do them', false, true],
  ])('is %s', async (_, runsJobs, isInServiceWithoutWork) => {
    const queue = createJobQueue(database, createLogger('silent', true));
    expect(queue.isInService()).toBe(false);
    await queue.start({ runsJobs });
    expect(queue.isInService()).toBe(isInServiceWithoutWork);
    await queue.work();
    expect(queue.isInService()).toBe(true);
    await queue.stop();
    expect(queue.isInService()).toBe(false);
  });

  it('says whose job failed, by id, and how long it took', async () => {
    const lines: string[] = [];
    const ended: unknown[][] = [];
    const meter = { jobEnded: (...heard: unknown[]) => ended.push(heard) } as unknown as Meter;
    const log = createLogger('info', true, { write: (line) => void lines.push(line) });
    const queue = createJobQueue(database, log, { meter });
    queue.register([failing()]);
    await queue.start({ runsJobs: true });
    await queue.work();
    const user_id = randomUUID();
    await queue.enqueue(chore, { user_id });
    await expect.poll(() => ended).toEqual([[chore.name, 'failed', expect.any(Number)]]);
    await queue.stop();
    const failed = lines.map((line) => JSON.parse(line)).find((one) => one.code === 'job_failed');
    expect(failed).toMatchObject({
      job: chore.name,
      owner_id: user_id,
      err: { message: 'broken' },
    });
  });
});
