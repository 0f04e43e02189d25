import { eq, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
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

export async function deleteNoticesBefore(database: Database, moment: Date): Promise<void> {
  await database.db().delete(contactNotices).where(lt(contactNotices.created_at, moment));
}
