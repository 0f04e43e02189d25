import { eq, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { sentMails } from './bounce-tables.ts';

export type SentMail = typeof sentMails.$inferSelect;

/** A mail that is sent again under its id has not bounced this time. */
export async function noteSentMail(
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

export function forgetSentMails(database: Database, before: Date, limit: number): Promise<number> {
  return deleteBatch(database, {
    ...{ table: sentMails, key: 'mail_id', limit },
    isDue: sql`taken_at < ${before.toISOString()}::timestamptz`,
    age: sql`taken_at`,
  });
}
