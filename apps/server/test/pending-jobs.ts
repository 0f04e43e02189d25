import { sql } from 'drizzle-orm';
import type { TestProduct } from './test-product.ts';

/** How many jobs of a kind are ordered that name something: a mail by its name, a row by its id. */
export async function pendingJobs(
  { database }: Pick<TestProduct, 'database'>,
  queue: string,
  named: string,
): Promise<number> {
  const [row] = await database.rows<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = ${queue} and data::text like ${`%${named}%`}`);
  return row?.count ?? 0;
}
