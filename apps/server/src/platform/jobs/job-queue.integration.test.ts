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
import type { Meter } from '../observability/meter.ts';
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

describe('a queue that is watched', () => {
  it.each([
    ['in service once it takes jobs, where it does them', true, false],
    ['in service once jobs can be ordered, where others do them', false, true],
  ])('is %s', async (_, runsJobs, isInServiceWithoutWork) => {
    const queue = createJobQueue(database, createLogger('silent', true));
    expect(queue.isReady()).toBe(false);
    await queue.start({ runsJobs });
    expect(queue.isReady()).toBe(isInServiceWithoutWork);
    await queue.work();
    expect(queue.isReady()).toBe(true);
    await queue.stop();
    expect(queue.isReady()).toBe(false);
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

provideJobQueues();

describe('a job', () => {
  it('runs when the transaction that enqueued it is committed', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('committed');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await database.transaction(() => queue.enqueue(name, { id: 'kept' }));
    await vi.waitFor(() => expect(done).toEqual(['kept']), { timeout: 10_000 });
  });

  it('waits in an open queue until its process begins to work', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('waiting');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = createJobQueue(database, silentLog);
    queue.register([job(name, { retry, expireSeconds: 60, run })]);
    await queue.start({ runsJobs: true });
    try {
      await queue.enqueue(name, { id: 'early' });
      await oneJobDone();
      expect(done).toEqual([]);
      await queue.work();
      await vi.waitFor(() => expect(done).toEqual(['early']), { timeout: 10_000 });
    } finally {
      await queue.stop();
    }
  });

  it('does not exist when that transaction is rolled back', async () => {
    const done: string[] = [];
    const name = jobName<{ id: string }>('rolled-back');
    const run = async ({ id }: { id: string }) => void done.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    const attempt = database.transaction(async () => {
      await queue.enqueue(name, { id: 'lost' });
      throw new Error('changed my mind');
    });
    await expect(attempt).rejects.toThrow('changed my mind');
    await queue.enqueue(name, { id: 'after' });
    await vi.waitFor(() => expect(done).toEqual(['after']), { timeout: 10_000 });
  });

  it('is tried again after a failure, without disturbing the jobs beside it', async () => {
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

  it('is put back when its process stops before it is finished', async () => {
    const name = jobName<{ id: string }>('interrupted');
    const begun = Promise.withResolvers<void>();
    const endless = job(name, {
      retry,
      expireSeconds: 60,
      run: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    });
    const first = await startQueue([endless]);
    await first.enqueue(name, { id: 'again' });
    await begun.promise;
    await first.stop();
    const done: string[] = [];
    const run = async ({ id }: { id: string }) => void done.push(id);
    await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await vi.waitFor(() => expect(done).toEqual(['again']), { timeout: 20_000 });
  });

  it('with a schedule is registered once, however many processes start', async () => {
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

  it('gets the policy that it is declared with now', async () => {
    const name = jobName<object>('changed');
    const policyOf = () =>
      database.rows(sql`select retry_limit, notify from pgboss.queue where name = 'changed'`);
    await startQueue([job(name, { retry, expireSeconds: 60, run: async () => {} })], false);
    expect(await policyOf()).toEqual([{ retry_limit: 5, notify: true }]);
    const more = { ...retry, limit: 9 };
    await startQueue([job(name, { retry: more, expireSeconds: 60, run: async () => {} })], false);
    expect(await policyOf()).toEqual([{ retry_limit: 9, notify: true }]);
  });

  it('is left alone by a process that only enqueues', async () => {
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

  it('that was put off is not begun before its time', async () => {
    const begun: string[] = [];
    const name = jobName<{ id: string }>('put-off');
    const run = async ({ id }: { id: string }) => void begun.push(id);
    const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
    await queue.enqueue(name, { id: 'later' }, { startAfterSeconds: 600 });
    await queue.enqueue(name, { id: 'now' });
    await vi.waitFor(() => expect(begun).toEqual(['now']));
    const rows = await database.rows(sql`
      update pgboss.job set start_after = start_after - interval '600 seconds'
      where name = 'put-off' and start_after > now() + interval '500 seconds' returning state`);
    expect(rows).toEqual([{ state: 'created' }]);
    await vi.waitFor(() => expect(begun).toEqual(['now', 'later']));
  });

  it('is tried, and goes first, as its own order says', async () => {
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

  it('is refused when it carries more than ids, without repeating what that is', async () => {
    const name = jobName<{ to: string }>('talkative');
    const definition = job(name, { retry, expireSeconds: 60, run: async () => {} });
    const queue = await startQueue([definition], false);
    const attempt = queue.enqueue(name, { to: 'anna@example.org' });
    await expect(attempt).rejects.toThrow('talkative must carry ids only, not to.');
    expect(await database.rows(sql`select 1 from pgboss.job where name = 'talkative'`)).toEqual([]);
  });

  it('cannot be enqueued before the queue is open', async () => {
    const queue = createJobQueue(database, silentLog);
    const attempt = queue.enqueue(jobName<object>('early'), {});
    await expect(attempt).rejects.toSatisfy(isQueueClosed);
  });
});

/** A later job of another queue is done: workers that listened had their turn. */
async function oneJobDone(): Promise<void> {
  const name = jobName<object>('later-elsewhere');
  const done = Promise.withResolvers<void>();
  const run = async () => done.resolve();
  const queue = await startQueue([job(name, { retry, expireSeconds: 60, run })]);
  await queue.enqueue(name, {});
  await done.promise;
}
