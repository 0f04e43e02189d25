import type { Day } from '@zavet/contract/days';
import { and, asc, eq, gt, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { consents, users } from '../account/account-face.ts';
import { editionNotices } from './document-tables.ts';
import type { Announcement } from './edition-rules.ts';

export async function listNotices(
  database: Database,
  userId: string,
): Promise<{ edition: Day; told_on: Day }[]> {
  return database
    .db()
    .select({ edition: editionNotices.edition, told_on: editionNotices.told_on })
    .from(editionNotices)
    .where(eq(editionNotices.user_id, userId));
}

/**
 * The next people after an id who have neither been told of these editions nor accepted them all.
 * Whoever is being changed or deleted at this moment is left for the next round.
 */
export async function listUntold(
  database: Database,
  { edition, documents }: Announcement,
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const notice = database
    .db()
    .select({ one: sql`1` })
    .from(editionNotices)
    .where(and(eq(editionNotices.user_id, users.id), eq(editionNotices.edition, edition)));
  const acceptedCount = database
    .db()
    .select({ count: sql`count(*)` })
    .from(consents)
    .where(
      and(
        eq(consents.user_id, users.id),
        eq(consents.version, edition),
        inArray(consents.document, documents),
      ),
    );
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.email_verified, true),
        gt(users.id, afterUserId),
        notExists(notice),
        lt(sql`(${acceptedCount})`, documents.length),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
    .for('key share', { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Those of them whom nobody else has told meanwhile. */
export async function insertNotices(
  database: Database,
  userIds: readonly string[],
  edition: Day,
  toldOn: Day,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const inserted = await database
    .db()
    .insert(editionNotices)
    .values(userIds.map((user_id) => ({ user_id, edition, told_on: toldOn })))
    .onConflictDoNothing()
    .returning({ user_id: editionNotices.user_id });
  return inserted.map(({ user_id }) => user_id);
}

/** The notice goes out on this day. */
export async function dateNotice(
  database: Database,
  userId: string,
  edition: Day,
  toldOn: Day,
): Promise<void> {
  await database
    .db()
    .update(editionNotices)
    .set({ told_on: toldOn })
    .where(and(eq(editionNotices.user_id, userId), eq(editionNotices.edition, edition)));
}
