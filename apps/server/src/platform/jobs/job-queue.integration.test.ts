import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import {
  database,
  provideJobQueues,
  immediateRetry as retry,
  silentLog,
  startQueue,
} from '../../../test/job-queue-fixture.ts';
import { createLogger } from '../observability/logger.ts';
import type { Meter } from '../observability/telemetry.ts';
import { job, jobName, retryPolicies } from './job.ts';
import { createJobQueue, isQueueClosed } from './job-queue.ts';

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

describe('a queue', () => {
  it.each([
    ['after `work` with jobs', true, false],
    ['after `start` without jobs', false, true],
  ])('is ready %s', async (_, runsJobs, isReadyAfterStart) => {
    const queue = createJobQueue(database, createLogger('silent', true));
    expect(queue.isReady()).toBe(false);
    await queue.start({ runsJobs });
    expect(queue.isReady()).toBe(isReadyAfterStart);
    await queue.work();
    expect(queue.isReady()).toBe(true);
    await queue.stop();
    expect(queue.isReady()).toBe(false);
  });

  it('logs the owner id of a failed job and measures its time', async () => {
    const lines: string[] = [];
    const ended: unknown[][] = [];
    const meter = { jobEnded: (...args: unknown[]) => ended.push(args) } as unknown as Meter;
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

describe('a job', () => {
  it('runs after its transaction is committed', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('committed');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await database.transaction(() => queue.enqueue(name, { id: 'kept' }));
    await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 10_000 });
  });

  it('waits until `work` is called', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('waiting');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = createJobQueue(database, silentLog);
    queue.register([job(name, { retry, expireSeconds: 60, run })]);
    await queue.start({ runsJobs: true });
    try {
      await queue.enqueue(name, { id: 'early' });
      await waitForOtherJob();
      expect(done).toEqual([]);
      await queue.work();
      await vi.waitFor(() => expect(done).toEqual(['early']), { timeout: 10_000 });
    } finally {
      await queue.stop();
    }
  });

  it('does not exist if its transaction is rolled back', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('rolled-back');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    const attempt = database.transaction(async () => {
      await queue.enqueue(name, { id: 'lost' });
      throw new Error('rollback');
    });
    await expect(attempt).rejects.toThrow('rollback');
    await queue.enqueue(name, { id: 'after' });
    await vi.waitFor(() => expect(done).toEqual(['after']), { timeout: 10_000 });
  });

  it('is retried after a failure, independently of its batch', async () => {
    const tries = new Map<string, number>();
    const name = jobName<{ id: string }>('failing');
    const run = async ({ id }: { id: string }) => {
      const count = (tries.get(id) ?? 0) + 1;
      tries.set(id, count);
      if (id === 'bad' && count === 1) throw new Error('first time');
    };
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await database.transaction(async () => {
      for (const id of ['good-1', 'bad', 'good-2']) await queue.enqueue(name, { id });
    });
    await vi.waitFor(() => expect(tries.get('bad')).toBe(2), { timeout: 20_000 });
    expect(tries.get('good-1')).toBe(1);
    expect(tries.get('good-2')).toBe(1);
  });

  it('is put back if its process stops', async () => {
    const name = jobName<{ id: string }>('interrupted');
    const started = Promise.withResolvers<void>();
    const endless = job(name, {
      retry,
      expireSeconds: 60,
      run: () => {
        started.resolve();
        return new Promise(() => {});
      },
    });
    const first = await startQueue([endless]);
    await first.enqueue(name, { id: 'again' });
    await started.promise;
    await first.stop();
    const done: string[] = [];
    const run = async ({ id }: { id: string }) => void done.push(id);
    await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await vi.waitFor(() => expect(done).toEqual(['again']), { timeout: 20_000 });
  });

  it('with a schedule is registered once by several processes', async () => {
    const name = jobName<object>('nightly');
    const nightly = job(name, {
      retry,
      expireSeconds: 60,
      schedule: '20 4 * * *',
      run: async () => {},
    });
    await startQueue([nightly]);
    await startQueue([nightly]);
    const schedules = await database.rows(
      sql`select name, cron, timezone from pgboss.schedule where name = 'nightly'`,
    );
    expect(schedules).toEqual([{ name: 'nightly', cron: '20 4 * * *', timezone: 'Europe/Moscow' }]);
  });

  it('gets its current retry policy', async () => {
    const name = jobName<object>('changed');
    const policyOf = () =>
      database.rows(sql`select retry_limit, notify from pgboss.queue where name = 'changed'`);
    await startQueue([job(name, { retry, expireSeconds: 60, run: async () => {} })], false);
    expect(await policyOf()).toEqual([{ retry_limit: 5, notify: true }]);
    const more = { ...retry, limit: 9 };
    await startQueue([job(name, { retry: more, expireSeconds: 60, run: async () => {} })], false);
    expect(await policyOf()).toEqual([{ retry_limit: 9, notify: true }]);
  });

  it('does not run in a process without jobs', async () => {
    const name = jobName<{ id: string }>('elsewhere');
    const run = vi.fn(async () => {});
    const definition = [job(name, { retry, expireSeconds: 60, run })];
    const queue = await startQueue(definition, false);
    await queue.enqueue(name, { id: 'waiting' });
    const [waiting] = await database.rows<{ state: string }>(
      sql`select state from pgboss.job where name = 'elsewhere'`,
    );
    expect(waiting?.state).toBe('created');
    expect(run).not.toHaveBeenCalled();
  });

  it('with a delay does not start early', async () => {
    const started: string[] = [];
    const name = jobName<{ id: string }>('delayed');
    const run = async ({ id }: { id: string }) => void started.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await queue.enqueue(name, { id: 'later' }, { startAfterSeconds: 600 });
    await queue.enqueue(name, { id: 'now' });
    await vi.waitFor(() => expect(started).toEqual(['now']));
    const rows = await database.rows(sql`
      update pgboss.job set start_after = start_after - interval '600 seconds'
      where name = 'delayed' and start_after > now() + interval '500 seconds' returning state`);
    expect(rows).toEqual([{ state: 'created' }]);
    await vi.waitFor(() => expect(started).toEqual(['now', 'later']));
  });

  it('has retries and priority by its data', async () => {
    const name = jobName<{ id: string }>('with-policies');
    const long = { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3_600 };
    const policyOf = ({ id }: { id: string }) =>
      id === 'long' ? { retry: long, priority: -1 } : { retry, priority: 0 };
    const definition = job(name, { retry, policyOf, expireSeconds: 60, run: async () => {} });
    const queue = await startQueue([definition], false);
    for (const id of ['long', 'usual']) await queue.enqueue(name, { id });
    const rows = await database.rows(sql`
      select data ->> 'id' as id, retry_limit, retry_delay, retry_delay_max, priority
      from pgboss.job where name = 'with-policies' order by priority desc`);
    expect(rows).toEqual([
      {
        id: 'usual',
        retry_limit: retry.limit,
        retry_delay: retry.firstPauseSeconds,
        retry_delay_max: retry.longestPauseSeconds,
        priority: 0,
      },
      { id: 'long', retry_limit: 200, retry_delay: 60, retry_delay_max: 3_600, priority: -1 },
    ]);
  });

  it('is refused with data other than ids, without repeating them', async () => {
    const name = jobName<{ to: string }>('talkative');
    const definition = job(name, { retry, expireSeconds: 60, run: async () => {} });
    const queue = await startQueue([definition], false);
    const attempt = queue.enqueue(name, { to: 'anna@example.org' });
    await expect(attempt).rejects.toThrow('talkative must carry ids only, not to.');
    expect(await database.rows(sql`select 1 from pgboss.job where name = 'talkative'`)).toEqual([]);
  });

  it('cannot be enqueued before `start`', async () => {
    const queue = createJobQueue(database, silentLog);
    const attempt = queue.enqueue(jobName<object>('early'), {});
    await expect(attempt).rejects.toSatisfy(isQueueClosed);
  });
});

/** Waits until a later job of another queue is done, so that all workers have polled. */
async function waitForOtherJob(): Promise<void> {
  const name = jobName<object>('later-elsewhere');
  const done = Promise.withResolvers<void>();
  const run = async () => done.resolve();
  const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
  await queue.enqueue(name, {});
  await done.promise;
}
