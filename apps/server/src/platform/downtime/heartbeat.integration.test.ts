import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { mailJob } from '../mail/mailer.ts';
import { recordHeartbeat } from './heartbeat.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

/** Moves all times of the queue and the heartbeat ahead, as if the clock had been set back. */
async function setClockBack(hours: number): Promise<void> {
  const ahead = sql`${hours} * interval '1 hour'`;
  await product.database.rows(sql`
    update pgboss.job set start_after = start_after + ${ahead}, created_on = created_on + ${ahead},
      started_on = started_on + ${ahead}, singleton_on = now() at time zone 'UTC' + ${ahead}`);
  await product.database.rows(sql`update pgboss.version set cron_on = now() + ${ahead}`);
  await product.database.rows(sql`update pgboss.queue set maintain_on = now() + ${ahead}`);
  await product.database.rows(sql`update worker_heartbeats set seen_at = seen_at + ${ahead}`);
}

const queueTimes = async () => {
  const [found] = await product.database.rows<{
    wait_seconds: number;
    ahead: number;
    claims: number;
  }>(sql`
    select extract(epoch from start_after - now())::float8 as wait_seconds,
      (select count(*)::int from pgboss.job
        where created_on > now() or singleton_on > now() at time zone 'UTC') as ahead,
      (select count(cron_on)::int from pgboss.version)
        + (select count(maintain_on)::int from pgboss.queue) as claims
    from pgboss.job where name = ${mailJob.name}`);
  return found;
};

it.each([2, 40 * 24])(
  'jobs and schedules continue after the database clock was set back by %s hours',
  async (hours) => {
    await product.database.rows(sql`delete from pgboss.job`);
    await recordHeartbeat(product.ctx);
    const mail = { mail: 'verify_email', mail_id: 'a', ids: {} };
    await product.jobs.enqueue(mailJob, mail, { startAfterSeconds: 600 });
    await setClockBack(hours);
    expect(await queueTimes()).toMatchObject({ ahead: 1 });

    await recordHeartbeat(product.ctx);
    const repaired = await queueTimes();
    expect(repaired).toMatchObject({ ahead: 0, claims: 0 });
    // About ten minutes: the heartbeat was recorded shortly before.
    expect(repaired?.wait_seconds).toBeGreaterThan(540);
    expect(repaired?.wait_seconds).toBeLessThan(660);
    expect(product.logged()).toContain('clock_set_back');

    // Waiting jobs are moved only once.
    await recordHeartbeat(product.ctx);
    expect((await queueTimes())?.wait_seconds).toBeGreaterThan(540);
  },
);
