import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { describe, expect, it, vi } from 'vitest';
import {
  database,
  immediateRetry,
  provideJobQueues,
  startQueue,
} from '../../../test/job-queue-fixture.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids.ts';
import { job, jobName } from './job.ts';
import { listFailedJobs, streamPendingJobs } from './queue-repository.ts';

const never = { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 };
const soon = { ...immediateRetry, limit: 2 };
provideJobQueues();

async function failuresOf(name: string) {
  const { jobs } = await listFailedJobs(database, 100);
  return jobs.filter((one) => one.job === name);
}

describe('a failed job', () => {
  it('is stored with its reason, without secrets, after the last attempt', async () => {
    const name = jobName<{ id: string }>('hopeless');
    const run = async () => {
      const cause = Object.assign(new Error('550 <anna@example.org> unknown'), {
        code: 'EENVELOPE',
      });
      throw new TypeError('no way', { cause });
    };
    const queue = await startQueue([job(name, { retry: soon, expireSeconds: 60, run })]);
    await queue.enqueue(name, { id: newId() });
    await vi.waitFor(async () => expect(await failuresOf('hopeless')).toHaveLength(1));
    const [failure] = await failuresOf('hopeless');
    expect(failure).toMatchObject({ tries: 3, times: 1, failed_at: expect.any(Date) });
    expect(failure?.reason).toBe('TypeError no way < Error EENVELOPE 550 <[redacted]> unknown');
  });

  it('is stored after a timeout', async () => {
    const name = jobName<{ id: string }>('endless');
    const run = () => new Promise<void>(() => {});
    const queue = await startQueue([job(name, { retry: never, expireSeconds: 1, run })]);
    await queue.enqueue(name, { id: newId() });
    await vi.waitFor(async () => expect(await failuresOf('endless')).toHaveLength(1));
    const [failure] = await failuresOf('endless');
    expect(failure?.reason).toMatch(/exceeded|timed out/);
  });

  it('is stored after its process died', async () => {
    const name = jobName<{ id: string }>('orphaned');
    const definition = job(name, { retry: never, expireSeconds: 600, run: async () => {} });
    const queue = await startQueue([definition], false);
    await queue.enqueue(name, { id: newId() });
    await database.rows(sql`
      update pgboss.job set state = 'active', started_on = now(),
        heartbeat_on = now() - interval '1 minute' where name = 'orphaned'`);
    await ageQueueByDays(database, 0);
    const [failure] = await failuresOf('orphaned');
    expect(failure?.reason).toBe('job heartbeat timeout');
  });

  it('is deleted after 30 days', async () => {
    const name = jobName<{ id: string }>('remembered');
    const run = () => Promise.reject(new Error('broken'));
    const queue = await startQueue([job(name, { retry: never, expireSeconds: 60, run })]);
    await queue.enqueue(name, { id: newId() });
    await vi.waitFor(async () => expect(await failuresOf('remembered')).toHaveLength(1));
    await queue.stop();
    await ageQueueByDays(database, 29);
    expect(await failuresOf('remembered')).toHaveLength(1);
    await ageQueueByDays(database, 2);
    expect(await failuresOf('remembered')).toHaveLength(0);
  });

  it('runs after a retry and is no longer listed', async () => {
    const name = jobName<{ id: string }>('second-chance');
    const done: string[] = [];
    let isBroken = true;
    const run = async ({ id }: { id: string }) => {
      if (isBroken) throw new Error('broken');
      done.push(id);
    };
    const queue = await startQueue([job(name, { retry: never, expireSeconds: 60, run })]);
    const id = newId();
    await queue.enqueue(name, { id });
    await vi.waitFor(async () => expect(await failuresOf('second-chance')).toHaveLength(1));
    isBroken = false;
    const [failure] = await failuresOf('second-chance');
    expect(await queue.retryFailed(failure?.id ?? '')).toBe(true);
    await vi.waitFor(() => expect(done).toEqual([id]));
    expect(await failuresOf('second-chance')).toHaveLength(0);
    expect(await queue.retryFailed(failure?.id ?? '')).toBe(false);
  });

  it('is listed and retried once for identical failures', async () => {
    const name = jobName<object>('every-minute');
    let isBroken = true;
    let done = 0;
    const run = async () => {
      if (isBroken) throw new Error('broken');
      done += 1;
    };
    const queue = await startQueue([job(name, { retry: never, expireSeconds: 60, run })]);
    for (const _ of [1, 2, 3]) await queue.enqueue(name, {});
    await vi.waitFor(async () =>
      expect(await failuresOf('every-minute')).toMatchObject([{ times: 3 }]),
    );
    isBroken = false;
    const [failure] = await failuresOf('every-minute');
    await queue.retryFailed(failure?.id ?? '');
    await vi.waitFor(() => expect(done).toBe(1));
    expect(await failuresOf('every-minute')).toEqual([]);
  });

  it('is not pending, so a backup excludes it', async () => {
    const name = jobName<{ id: string }>('not-pending');
    const run = () => Promise.reject(new Error('broken'));
    const queue = await startQueue([job(name, { retry: never, expireSeconds: 60, run })]);
    await queue.enqueue(name, { id: newId() });
    await vi.waitFor(async () => expect(await failuresOf('not-pending')).toHaveLength(1));
    const pending: { name: string }[] = [];
    await database.transaction(async () => {
      for await (const some of streamPendingJobs(database)) pending.push(...some);
    });
    expect(pending.filter((one) => ['not-pending', 'failed-jobs'].includes(one.name))).toEqual([]);
  });
});

describe('a waiting job', () => {
  const retry = { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 };
  const definition = (name: string, run: () => Promise<void>) =>
    job(jobName<object>(name), { retry, expireSeconds: 60, run });

  it('is kept for a year without workers', async () => {
    const queue = await startQueue([definition('waiting', async () => {})], false);
    await queue.enqueue(jobName<object>('waiting'), {});
    await ageQueueByDays(database, 365);
    expect(await statesOf('waiting')).toEqual(['created']);
  });

  it('is not deleted by maintenance between attempts', async () => {
    const run = vi.fn(() => Promise.reject(new Error('the mail server is away')));
    const queue = await startQueue([definition('retried', run)]);
    await queue.enqueue(jobName<object>('retried'), {});
    await vi.waitFor(async () => expect(await statesOf('retried')).toEqual(['retry']));
    await queue.stop();
    await ageQueueByDays(database, 20);
    expect(await statesOf('retried')).toEqual(['retry']);
  });
});

describe('a completed job', () => {
  it('is deleted after some hours', async () => {
    const name = jobName<object>('finished');
    const queue = await startQueue([
      job(name, { retry: never, expireSeconds: 60, run: async () => {} }),
    ]);
    await queue.enqueue(name, {});
    await vi.waitFor(async () => expect(await statesOf('finished')).toEqual(['completed']));
    await queue.stop();
    await ageQueueByDays(database, 1);
    expect(await statesOf('finished')).toEqual([]);
  });
});

async function statesOf(name: string): Promise<string[]> {
  const found = await database.rows<{ state: string }>(
    sql`select state from pgboss.job where name = ${name}`,
  );
  return found.map(({ state }) => state);
}

/** Backdates all jobs (tests cannot move the database clock), then runs the queue's maintenance. */
async function ageQueueByDays(database: Database, days: number): Promise<void> {
  const passed = sql`${days} * interval '1 day'`;
  await database.rows(sql`
    update pgboss.job set keep_until = keep_until - ${passed}, created_on = created_on - ${passed},
      start_after = start_after - ${passed}, completed_on = completed_on - ${passed}`);
  await database.rows(sql`update pgboss.queue set maintain_on = null, monitor_on = null`);
  const boss = new PgBoss({
    connectionString: database.driver.url,
    max: 1,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await boss.supervise();
  await boss.stop();
}
