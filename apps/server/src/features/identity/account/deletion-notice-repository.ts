import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { deletionNotices } from './account-tables.ts';

type DeletionNotice = typeof deletionNotices.$inferSelect;

export async function insertDeletionNotice(
  database: Database,
  notice: Omit<DeletionNotice, 'id'>,
): Promise<string> {
  const id = newId();
  await database
    .db()
    .insert(deletionNotices)
    .values({ id, ...notice });
  return id;
}

export async function findDeletionNotice(
  database: Database,
  id: string,
): Promise<DeletionNotice | undefined> {
  const [notice] = await database
    .db()
    .select()
    .from(deletionNotices)
    .where(eq(deletionNotices.id, id));
  return notice;
}

export async function deleteDeletionNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(deletionNotices).where(eq(deletionNotices.id, id));
}
