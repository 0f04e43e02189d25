import type { MailCount } from '@zavet/contract/desk/status-endpoints';
import { asc, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type mailOutcomeKinds, mailOutcomes } from './mail-outcome-tables.ts';

export type MailOutcomeKind = (typeof mailOutcomeKinds)[number];

export interface CountedMails {
  mail: string;
  outcome: MailOutcomeKind;
  hour: Date;
  count: number;
}

export async function addMailCounts(
  database: Database,
  counted: readonly CountedMails[],
): Promise<void> {
  await database
    .db()
    .insert(mailOutcomes)
    // Sorted, to prevent deadlocks between concurrent writers.
    .values(counted.toSorted((one, other) => (counterKey(one) < counterKey(other) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [mailOutcomes.hour, mailOutcomes.mail, mailOutcomes.outcome],
      set: { count: sql`${mailOutcomes.count} + excluded.count` },
    });
}

export function counterKey({ hour, mail, outcome }: Omit<CountedMails, 'count'>): string {
  return `${hour.toISOString()} ${mail} ${outcome}`;
}

/** Sums the outcomes of the hours that started at or after `since`. */
export async function readMailCounts(database: Database, since: Date): Promise<MailCount[]> {
  const sumOf = (outcome: MailOutcomeKind) =>
    sql<number>`coalesce(sum(${mailOutcomes.count}) filter (where ${mailOutcomes.outcome} = ${outcome}), 0)::int`;
  return database
    .db()
    .select({
      mail: mailOutcomes.mail,
      accepted: sumOf('accepted'),
      refused: sumOf('refused'),
      postponed: sumOf('postponed'),
    })
    .from(mailOutcomes)
    .where(gte(mailOutcomes.hour, since))
    .groupBy(mailOutcomes.mail)
    .orderBy(asc(mailOutcomes.mail));
}

/** Deletes old counts. Batches are not needed, because an hour has few rows. */
export async function deleteMailCounts(database: Database, before: Date): Promise<number> {
  const deleted = await database
    .db()
    .delete(mailOutcomes)
    .where(lt(mailOutcomes.hour, before))
    .returning({ hour: mailOutcomes.hour });
  return deleted.length;
}
