import { eq, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { contactNotices } from './contact-tables.ts';

export type ContactNotice = typeof contactNotices.$inferSelect;

export async function insertContactNotice(
  database: Database,
  notice: ContactNotice,
): Promise<void> {
  await database.db().insert(contactNotices).values(notice);
}

export async function findContactNotice(
  database: Database,
  id: string,
): Promise<ContactNotice | undefined> {
  const [notice] = await database
    .db()
    .select()
    .from(contactNotices)
    .where(eq(contactNotices.id, id));
  return notice;
}

export async function deleteContactNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(contactNotices).where(eq(contactNotices.id, id));
}

/** Longer than their mails are tried. */
export function forgetContactNotices(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: contactNotices, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
