import { and, asc, eq, gt, gte, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type UserCursor, users } from '../../identity/account/index.ts';
import { maintenanceTellings, maintenanceWindows } from './maintenance-tables.ts';

/** Holds the window as it is until the transaction ends; false where nobody is to be told any more. */
export async function holdPlanned(database: Database, id: string, now: Date): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: maintenanceWindows.id })
    .from(maintenanceWindows)
    .where(
      and(
        eq(maintenanceWindows.id, id),
        isNull(maintenanceWindows.called_off_at),
        gt(maintenanceWindows.begins_at, now),
      ),
    )
    .for('share');
  return found.length > 0;
}

/** The next people with a confirmed address for whom no mail was ever ordered. */
export function listUntold(
  database: Database,
  windowId: string,
  { since, after }: { since: Date | undefined; after: UserCursor | undefined },
  limit: number,
): Promise<UserCursor[]> {
  const { id, created_at } = users;
  return database
    .db()
    .select({ id, created_at })
    .from(users)
    .where(
      and(
        eq(users.email_verified, true),
        since && gte(created_at, since),
        after && isAfterCursor([created_at, after.created_at], [id, after.id]),
        sql`not exists (
          select 1 from ${maintenanceTellings} telling
          where telling.window_id = ${windowId} and telling.user_id = ${users.id})`,
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(limit);
}

/** Some of those whose mail was ordered and got lost. */
export async function listLost(
  database: Database,
  windowId: string,
  lostBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ user_id: maintenanceTellings.user_id })
    .from(maintenanceTellings)
    .where(
      and(
        eq(maintenanceTellings.window_id, windowId),
        isNull(maintenanceTellings.told_at),
        isNull(maintenanceTellings.refused_at),
        lte(maintenanceTellings.ordered_at, lostBefore),
      ),
    )
    .orderBy(asc(maintenanceTellings.ordered_at))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
}

export async function keepWalk(database: Database, id: string, walked_until: Date): Promise<void> {
  await database
    .db()
    .update(maintenanceWindows)
    .set({ walked_until })
    .where(eq(maintenanceWindows.id, id));
}

/** Notes an order for each of them; says for whom nobody else has done so meanwhile. */
export async function noteOrders(
  database: Database,
  windowId: string,
  userIds: readonly string[],
  now: Date,
  lostBefore: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const noted = await database
    .db()
    .insert(maintenanceTellings)
    .values(userIds.map((user_id) => ({ window_id: windowId, user_id, ordered_at: now })))
    .onConflictDoUpdate({
      target: [maintenanceTellings.window_id, maintenanceTellings.user_id],
      set: { ordered_at: now },
      setWhere: sql`${maintenanceTellings.told_at} is null
        and ${maintenanceTellings.refused_at} is null
        and ${maintenanceTellings.ordered_at} <= ${lostBefore.toISOString()}::timestamptz`,
    })
    .returning({ user_id: maintenanceTellings.user_id });
  return noted.map(({ user_id }) => user_id);
}

/** Whether this person was asked for and has not heard of it yet. */
export async function isUntold(
  database: Database,
  windowId: string,
  userId: string,
): Promise<boolean> {
  const found = await database
    .db()
    .select({ user_id: maintenanceTellings.user_id })
    .from(maintenanceTellings)
    .where(and(ofPerson(windowId, userId), isNull(maintenanceTellings.told_at)));
  return found.length > 0;
}

export async function markTelling(
  database: Database,
  windowId: string,
  userId: string,
  outcome: { told_at: Date } | { refused_at: Date },
): Promise<void> {
  await database
    .db()
    .update(maintenanceTellings)
    .set(outcome)
    .where(
      and(
        ofPerson(windowId, userId),
        isNull(maintenanceTellings.told_at),
        isNull(maintenanceTellings.refused_at),
      ),
    );
}

/** The next people who were told of something that was called off, marked as told of that as well. */
export async function takeToldOfNothing(
  database: Database,
  windowId: string,
  now: Date,
  limit: number,
): Promise<string[]> {
  const next = database
    .db()
    .select({ user_id: maintenanceTellings.user_id })
    .from(maintenanceTellings)
    .where(
      and(
        eq(maintenanceTellings.window_id, windowId),
        isNotNull(maintenanceTellings.told_at),
        isNull(maintenanceTellings.call_off_ordered_at),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  const taken = await database
    .db()
    .update(maintenanceTellings)
    .set({ call_off_ordered_at: now })
    .where(
      and(
        eq(maintenanceTellings.window_id, windowId),
        sql`${maintenanceTellings.user_id} in (${next})`,
      ),
    )
    .returning({ user_id: maintenanceTellings.user_id });
  return taken.map(({ user_id }) => user_id);
}

function ofPerson(windowId: string, userId: string) {
  return and(eq(maintenanceTellings.window_id, windowId), eq(maintenanceTellings.user_id, userId));
}
