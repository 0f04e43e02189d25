import type { MailCount } from '@zavet/contract/desk/status-endpoints';
import { asc, gte, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type mailOutcomeKinds, mailOutcomes } from './mail-outcome-tables.ts';

export type MailOutcomeKind = (typeof mailOutcomeKinds)[number];

/** So many mails of one kind that came to the same. */
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
    // Always in the same order: others count at the same time, and must not wait for each other.
    .values(counted.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [mailOutcomes.hour, mailOutcomes.mail, mailOutcomes.outcome],
      set: { count: sql`${mailOutcomes.count} + excluded.count` },
    });
}

export function keyOf({ hour, mail, outcome }: Omit<CountedMails, 'count'>): string {
  return `${hour.toISOString()} ${mail} ${outcome}`;
}

/** The hours that began since then. */
export async function readMailCounts(database: Database, since: Date): Promise<MailCount[]> {
  const sumOf = (outcome: MailOutcomeKind) =>
    sql<number>`coalesce(sum(${mailOutcomes.count}) filter (where ${mailOutcomes.outcome} = ${outcome}), 0)::int`;
  return database
    .db()
    .select({
      mail: mailOutcomes.mail,
      taken: sumOf('taken'),
      refused: sumOf('refused'),
      postponed: sumOf('postponed'),
    })
    .from(mailOutcomes)
    .where(gte(mailOutcomes.hour, since))
    .groupBy(mailOutcomes.mail)
    .orderBy(asc(mailOutcomes.mail));
}

/** All of it at once: an hour has a few rows, one for each kind of mail. */
export async function deleteMailCounts(database: Database, before: Date): Promise<number> {
  const gone = await database
    .db()
    .delete(mailOutcomes)
    .where(lt(mailOutcomes.hour, before))
    .returning({ hour: mailOutcomes.hour });
  return gone.length;
}
