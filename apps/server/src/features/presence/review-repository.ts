import { serviceTerms } from '@zavet/contract/legal/service-terms';
import { and, asc, eq, exists, gt, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../account/public.ts';
import { instructions } from '../instructions/public.ts';
import { reviewReminders } from './presence-tables.ts';
import type { Reminder } from './review-rules.ts';

/**
 * The next owners after an id with an instruction that was last reviewed before then. Not those who
 * had the last mail and have reviewed nothing since.
 */
export async function listOwnersToRemind(
  database: Database,
  reviewedBefore: Date,
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const having = (condition: SQL) =>
    exists(
      database
        .db()
        .select({ id: instructions.id })
        .from(instructions)
        .where(and(eq(instructions.user_id, users.id), condition)),
    );
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .leftJoin(reviewReminders, eq(reviewReminders.user_id, users.id))
    .where(
      and(
        gt(users.id, afterUserId),
        having(lt(instructions.reviewed_at, reviewedBefore)),
        or(
          isNull(reviewReminders.user_id),
          lt(reviewReminders.stage, serviceTerms.reviewMonths.to),
          having(gt(instructions.reviewed_at, reviewReminders.ordered_at)),
        ),
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
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

export async function keepReminder(
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
