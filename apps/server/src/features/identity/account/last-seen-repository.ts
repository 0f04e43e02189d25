import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import { inArray, sql } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { toIsoTimestamp } from '../../../platform/database/timestamps.ts';
import { securityEvents, sessions, users } from './account-tables.ts';

/** Events that require the owner's password or a link sent to the owner's address. */
export const activityEvents = [
  'signed_in',
  'signed_out',
  'activation_vetoed',
  'check_in_answered',
] as const satisfies SecurityEventKind[];

/** Last activity of an owner. Timestamps in the future (after a clock error) are ignored. */
export async function findLastSeen(database: Database, userId: string, now: Date) {
  const latest = now.toISOString();
  const [row] = await database.rows<{ seen_at: string | null }>(sql`
    select greatest(
      (select ${users.seen_at} from ${users}
        where ${users.id} = ${userId} and ${users.seen_at} <= ${latest}::timestamptz),
      (select max(${sessions.updated_at}) from ${sessions}
        where ${sessions.user_id} = ${userId} and ${sessions.updated_at} <= ${latest}::timestamptz),
      (select max(${securityEvents.created_at}) from ${securityEvents}
        where ${securityEvents.user_id} = ${userId}
          and ${inArray(securityEvents.kind, [...activityEvents])}
          and ${securityEvents.created_at} <= ${latest}::timestamptz)
    ) as seen_at`);
  return row?.seen_at ? new Date(toIsoTimestamp(row.seen_at)) : undefined;
}

/** Preserves an activity whose row is about to be deleted. The account must be locked. */
export async function recordLastSeen(database: Database, userId: string, at: Date): Promise<void> {
  await database.rows(sql`
    update ${users} set seen_at = ${at.toISOString()}::timestamptz
    where id = ${userId} and seen_at < ${at.toISOString()}::timestamptz`);
}

/** Users whose recorded activity (`users.seen_at`) is before a cutoff, longest absence first. */
export async function listInactiveUsers(
  database: Database,
  before: Date,
  after: { seen_at: string; id: string } | undefined,
  limit: number,
): Promise<{ id: string; seen_at: string }[]> {
  const from = after
    ? sql`and ${isAfterCursor([users.seen_at, after.seen_at], [users.id, after.id])}`
    : sql``;
  return database.rows<{ id: string; seen_at: string }>(sql`
    select ${users.id} as id, ${users.seen_at}::text as seen_at from ${users}
    where ${users.seen_at} <= ${before.toISOString()}::timestamptz ${from}
    order by ${users.seen_at}, ${users.id} limit ${limit}`);
}
