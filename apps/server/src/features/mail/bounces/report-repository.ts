import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { bounceReports } from './bounce-tables.ts';

export type BounceReport = typeof bounceReports.$inferSelect;
type NewReport = Omit<BounceReport, 'outcome' | 'settled_at'>;

/** False where a copy of it has come before. */
export async function insertReport(database: Database, report: NewReport): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(bounceReports)
    .values(report)
    .onConflictDoNothing({ target: [bounceReports.mail_id, bounceReports.digest] })
    .returning({ id: bounceReports.id });
  return inserted.length > 0;
}

export async function countReportsOf(database: Database, mailId: string): Promise<number> {
  const [row] = await database
    .db()
    .select({ count: count() })
    .from(bounceReports)
    .where(eq(bounceReports.mail_id, mailId));
  return row?.count ?? 0;
}

/** A report that nothing was made of yet. */
export async function lockOpenReport(
  database: Database,
  id: string,
): Promise<BounceReport | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(bounceReports)
    .where(and(eq(bounceReports.id, id), isNull(bounceReports.settled_at)))
    .for('update');
  return found;
}

export async function settleReport(
  database: Database,
  id: string,
  outcome: NonNullable<BounceReport['outcome']>,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(bounceReports)
    .set({ outcome, settled_at: now, reply: null })
    .where(eq(bounceReports.id, id));
}

export interface ReportCounts {
  failed: number;
  delayed: number;
}

export async function countReports(database: Database, since: Date): Promise<ReportCounts> {
  const rows = await database
    .db()
    .select({ kind: bounceReports.kind, count: count() })
    .from(bounceReports)
    .where(gte(bounceReports.reported_at, since))
    .groupBy(bounceReports.kind);
  const of = (kind: BounceReport['kind']) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return { failed: of('failed'), delayed: of('delayed') };
}

export function forgetReports(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: bounceReports, key: 'id', limit },
    isDue: sql`reported_at < ${before.toISOString()}::timestamptz`,
    age: sql`reported_at`,
  });
}
