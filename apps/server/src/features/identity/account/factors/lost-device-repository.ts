import { factorTimings } from '@zavet/contract/timings';
import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm';
import { isAfterCursor } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { lostDeviceWaits } from './factor-tables.ts';

export type LostDeviceWait = typeof lostDeviceWaits.$inferSelect;
export type WaitOutcome = NonNullable<LostDeviceWait['outcome']>;

const isOpen = isNull(lostDeviceWaits.ended_at);

export async function insertLostDeviceWait(
  database: Database,
  wait: Pick<LostDeviceWait, 'id' | 'user_id' | 'started_at' | 'ends_at'>,
): Promise<void> {
  await database.db().insert(lostDeviceWaits).values(wait);
}

export async function findOpenLostDeviceWait(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select()
    .from(lostDeviceWaits)
    .where(and(eq(lostDeviceWaits.user_id, userId), isOpen));
  return found;
}

export async function findLastCancellation(
  database: Database,
  userId: string,
): Promise<Date | undefined> {
  const [found] = await database
    .db()
    .select({ at: lostDeviceWaits.ended_at })
    .from(lostDeviceWaits)
    .where(and(eq(lostDeviceWaits.user_id, userId), eq(lostDeviceWaits.outcome, 'cancelled')))
    .orderBy(desc(lostDeviceWaits.ended_at))
    .limit(1);
  return found?.at ?? undefined;
}

/** Closes the open waiting period. Returns false if there is none. */
export async function closeLostDeviceWait(
  database: Database,
  userId: string,
  outcome: WaitOutcome,
  now: Date,
): Promise<boolean> {
  const closed = await database
    .db()
    .update(lostDeviceWaits)
    .set({ ended_at: now, outcome })
    .where(and(eq(lostDeviceWaits.user_id, userId), isOpen))
    .returning({ id: lostDeviceWaits.id });
  return closed.length > 0;
}

export async function recordReminder(
  database: Database,
  id: string,
  { reminders, ends_at }: Pick<LostDeviceWait, 'reminders' | 'ends_at'>,
): Promise<void> {
  await database
    .db()
    .update(lostDeviceWaits)
    .set({ reminders, ends_at })
    .where(and(eq(lostDeviceWaits.id, id), isOpen));
}

export type DueWait = Pick<LostDeviceWait, 'id' | 'user_id' | 'started_at'>;

/** Waiting periods with a due reminder or end, oldest first. */
export function listDueWaits(
  database: Database,
  now: Date,
  after: DueWait | undefined,
  limit: number,
): Promise<DueWait[]> {
  const reminderDue = factorTimings.lostDeviceReminders.map((ms, sent) =>
    and(
      lte(lostDeviceWaits.reminders, sent),
      lte(lostDeviceWaits.started_at, new Date(now.getTime() - ms)),
    ),
  );
  const { id, user_id, started_at } = lostDeviceWaits;
  return database
    .db()
    .select({ id, user_id, started_at })
    .from(lostDeviceWaits)
    .where(
      and(
        isOpen,
        after && isAfterCursor([started_at, after.started_at], [id, after.id]),
        or(lte(lostDeviceWaits.ends_at, now), ...reminderDue),
      ),
    )
    .orderBy(asc(started_at), asc(id))
    .limit(limit);
}
