import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import type { Database } from '../src/platform/database/database.ts';

/**
 * Lets days pass for the job queue, which keeps the database's time: what lies there becomes older,
 * then the queue cleans up as it would on that day.
 */
export async function letQueueDaysPass(database: Database, days: number): Promise<void> {
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
