import { and, asc, eq, lte } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { instructions, instructionUsage } from '../../vault/instructions/index.ts';
import { reviewReminders } from './check-in-tables.ts';
import type { Reminder } from './review-rules.ts';

export interface DueOwner {
  next_check_at: Date;
  user_id: string;
}

/** Owners whose next check is due, longest overdue first. */
export async function listDueOwners(
  database: Database,
  now: Date,
  after: DueOwner | undefined,
  limit: number,
): Promise<DueOwner[]> {
  const { next_review_check_at: next_check_at, user_id } = instructionUsage;
  return database
    .db()
    .select({ next_check_at, user_id })
    .from(instructionUsage)
    .where(
      and(
        lte(next_check_at, now),
        after && isAfterCursor([next_check_at, after.next_check_at], [user_id, after.user_id]),
      ),
    )
    .orderBy(asc(next_check_at), asc(user_id))
    .limit(limit);
}

export async function scheduleReviewCheck(
  database: Database,
  userId: string,
  nextCheckAt: Date,
): Promise<void> {
  await database
    .db()
    .update(instructionUsage)
    .set({ next_review_check_at: nextCheckAt })
    .where(eq(instructionUsage.user_id, userId));
}

export async function listReviewTimes(database: Database, userId: string): Promise<Date[]> {
  const rows = await database
    .db()
    .select({ reviewed_at: instructions.reviewed_at })
    .from(instructions)
    .where(eq(instructions.user_id, userId));
  return rows.map(({ reviewed_at }) => reviewed_at);
}

export async function findReminder(
  database: Database,
  userId: string,
): Promise<Reminder | undefined> {
  const [reminder] = await database
    .db()
    .select()
    .from(reviewReminders)
    .where(eq(reviewReminders.user_id, userId));
  return reminder;
}

export async function saveReminder(
  database: Database,
  userId: string,
  reminder: Reminder,
): Promise<void> {
  await database
    .db()
    .insert(reviewReminders)
    .values({ user_id: userId, ...reminder })
    .onConflictDoUpdate({ target: reviewReminders.user_id, set: reminder });
}
