import type { SuspensionReason } from '@zavet/contract/desk/desk-values';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from './account-tables.ts';

export interface Suspension {
  suspended_at: Date;
  reason: SuspensionReason;
}

export async function findSuspension(database: Database, userId: string) {
  const [found] = await database
    .db()
    .select({ suspended_at: users.suspended_at, reason: users.suspension_reason })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.suspended_at)));
  const { suspended_at, reason } = found ?? {};
  return suspended_at && reason ? { suspended_at, reason } : undefined;
}

/** Returns those of the given accounts that are suspended. */
export async function listSuspendedAccounts(database: Database, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.suspended_at)));
  return rows.map(({ id }) => id);
}

/** Suspends an account. Returns false if it is already suspended or was never confirmed. */
export async function markSuspended(
  database: Database,
  userId: string,
  { suspended_at, reason: suspension_reason }: Suspension,
): Promise<boolean> {
  const changed = await database
    .db()
    .update(users)
    .set({ suspended_at, suspension_reason })
    .where(and(eq(users.id, userId), isNull(users.suspended_at), eq(users.email_verified, true)))
    .returning({ id: users.id });
  return changed.length === 1;
}

/** Lifts a suspension. Returns false if the account is not suspended. */
export async function clearSuspension(database: Database, userId: string): Promise<boolean> {
  const changed = await database
    .db()
    .update(users)
    .set({ suspended_at: null, suspension_reason: null })
    .where(and(eq(users.id, userId), isNotNull(users.suspended_at)))
    .returning({ id: users.id });
  return changed.length === 1;
}
