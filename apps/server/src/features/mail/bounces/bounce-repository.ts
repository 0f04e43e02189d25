import { and, count, eq, gte, isNull, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { bounceReadings, bounceReports, sentMails, unreachedAddresses } from './bounce-tables.ts';

export type BounceReport = typeof bounceReports.$inferSelect;
type NewReport = Omit<BounceReport, 'outcome' | 'settled_at'>;

/** False for a duplicate. */
export async function insertReport(database: Database, report: NewReport): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(bounceReports)
    .values(report)
    .onConflictDoNothing({ target: [bounceReports.mail_id, bounceReports.digest] })
    .returning({ id: bounceReports.id });
  return inserted.length > 0;
}

export async function countReportsOfMail(database: Database, mailId: string): Promise<number> {
  const [row] = await database
    .db()
    .select({ count: count() })
    .from(bounceReports)
    .where(eq(bounceReports.mail_id, mailId));
  return row?.count ?? 0;
}

export async function lockUnsettledReport(
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

interface ReportCounts {
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
  const countOf = (kind: BounceReport['kind']) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return { failed: countOf('failed'), delayed: countOf('delayed') };
}

export function purgeReports(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: bounceReports, key: 'id', limit },
    isDue: sql`reported_at < ${before.toISOString()}::timestamptz`,
    age: sql`reported_at`,
  });
}

type ReportSourceState = typeof bounceReadings.$inferSelect;
type Source = ReportSourceState['way'];

export async function findSourceState(
  database: Database,
  way: Source,
): Promise<ReportSourceState | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(bounceReadings)
    .where(eq(bounceReadings.way, way));
  return found;
}

export async function recordSourceRead(database: Database, way: Source, now: Date): Promise<void> {
  await saveSourceState(database, way, { read_at: now, trouble: null });
}

export async function recordSourceFailure(
  database: Database,
  way: Source,
  trouble: string,
  now: Date,
): Promise<void> {
  await saveSourceState(database, way, { failed_at: now, trouble });
}

/**
 * Saves the position in the mailbox. Never moves it backwards, because readers may run
 * concurrently.
 */
export async function saveMailboxPosition(
  database: Database,
  { uid_validity, last_uid }: { uid_validity: number; last_uid: number },
): Promise<void> {
  await database
    .db()
    .insert(bounceReadings)
    .values({ way: 'mailbox', uid_validity, last_uid })
    .onConflictDoUpdate({
      target: bounceReadings.way,
      set: {
        uid_validity,
        last_uid: sql`case when ${bounceReadings.uid_validity} = excluded.uid_validity
          then greatest(${bounceReadings.last_uid}, excluded.last_uid) else excluded.last_uid end`,
      },
    });
}

async function saveSourceState(
  database: Database,
  way: Source,
  facts: Partial<Omit<ReportSourceState, 'way'>>,
): Promise<void> {
  await database
    .db()
    .insert(bounceReadings)
    .values({ way, ...facts })
    .onConflictDoUpdate({ target: bounceReadings.way, set: facts });
}

type SentMail = typeof sentMails.$inferSelect;

/** Records a sent mail. A repeated record of the same mail resets its bounce. */
export async function saveSentMail(
  database: Database,
  sent: Omit<SentMail, 'bounced_at'>,
): Promise<void> {
  const { mail_id, ...facts } = { ...sent, bounced_at: null };
  await database
    .db()
    .insert(sentMails)
    .values({ mail_id, ...facts })
    .onConflictDoUpdate({ target: sentMails.mail_id, set: facts });
}

export async function lockSentMail(
  database: Database,
  mailId: string,
): Promise<SentMail | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(sentMails)
    .where(eq(sentMails.mail_id, mailId))
    .for('update');
  return found;
}

export async function markBounced(database: Database, mailId: string, now: Date): Promise<void> {
  await database
    .db()
    .update(sentMails)
    .set({ bounced_at: now })
    .where(eq(sentMails.mail_id, mailId));
}

export function purgeSentMails(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: sentMails, key: 'mail_id', limit },
    isDue: sql`accepted_at < ${before.toISOString()}::timestamptz`,
    age: sql`accepted_at`,
  });
}

type UnreachedAddress = typeof unreachedAddresses.$inferSelect;

/** Records that mail to this address of an owner bounced. */
export async function recordUnreachedAddress(
  database: Database,
  { user_id, address, ...facts }: UnreachedAddress,
): Promise<void> {
  await database
    .db()
    .insert(unreachedAddresses)
    .values({ user_id, address, ...facts })
    .onConflictDoUpdate({
      target: [unreachedAddresses.user_id, unreachedAddresses.address],
      set: facts,
    });
}

/** Deletes the record of a bounced address, after evidence that mail to it arrives. */
export async function clearUnreachedAddress(
  database: Database,
  userId: string,
  address: UnreachedAddress['address'],
): Promise<void> {
  await database
    .db()
    .delete(unreachedAddresses)
    .where(and(eq(unreachedAddresses.user_id, userId), eq(unreachedAddresses.address, address)));
}
