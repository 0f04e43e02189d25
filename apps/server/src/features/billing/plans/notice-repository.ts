import type { Day } from '@zavet/contract/days';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { planNotices } from './plan-tables.ts';

export type NoticeRow = typeof planNotices.$inferSelect;

/** Which notice is meant: about this period of this plan, with this amount. */
export type NoticeKey = Pick<NoticeRow, 'user_id' | 'version' | 'valid_until' | 'amount_kopecks'>;

const isOf = (key: NoticeKey) =>
  and(
    eq(planNotices.user_id, key.user_id),
    eq(planNotices.version, key.version),
    eq(planNotices.valid_until, key.valid_until),
    eq(planNotices.amount_kopecks, key.amount_kopecks),
  );

export async function findNotice(
  database: Database,
  key: NoticeKey,
): Promise<NoticeRow | undefined> {
  const [found] = await database.db().select().from(planNotices).where(isOf(key));
  return found;
}

export async function findNoticeById(
  database: Database,
  id: string,
): Promise<NoticeRow | undefined> {
  const [found] = await database.db().select().from(planNotices).where(eq(planNotices.id, id));
  return found;
}

/** In place of one that was not taken, and of all about former periods of the owner. */
export async function insertNotice(
  database: Database,
  id: string,
  key: NoticeKey,
  orderedOn: Day,
): Promise<void> {
  const { user_id, version, valid_until } = key;
  await database
    .db()
    .delete(planNotices)
    .where(
      and(
        eq(planNotices.user_id, user_id),
        or(isOf(key), ne(planNotices.version, version), ne(planNotices.valid_until, valid_until)),
      ),
    );
  await database
    .db()
    .insert(planNotices)
    .values({ id, ...key, ordered_on: orderedOn });
}

export async function markNoticeTaken(database: Database, id: string, today: Day): Promise<void> {
  await database
    .db()
    .update(planNotices)
    .set({ taken_on: today, refused_on: null })
    .where(and(eq(planNotices.id, id), isNull(planNotices.taken_on)));
}

export async function markNoticeRefused(database: Database, id: string, today: Day): Promise<void> {
  await database
    .db()
    .update(planNotices)
    .set({ refused_on: today })
    .where(and(eq(planNotices.id, id), isNull(planNotices.taken_on)));
}

export async function deleteNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(planNotices).where(eq(planNotices.id, id));
}

/** Notices that no mail server has answered yet. */
export async function listOpenNotices(
  database: Database,
): Promise<Pick<NoticeRow, 'id' | 'amount_kopecks'>[]> {
  const { id, amount_kopecks } = planNotices;
  return database
    .db()
    .select({ id, amount_kopecks })
    .from(planNotices)
    .where(and(isNull(planNotices.taken_on), isNull(planNotices.refused_on)));
}
