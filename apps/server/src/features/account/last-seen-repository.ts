import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { momentOf } from '../../platform/database/moments.ts';
import { securityEvents, sessions } from './account-tables.ts';

/**
 * When an owner last signed in, signed out or renewed a session, as far as it is remembered. What
 * a clock that ran ahead has left behind does not count before its time.
 */
export async function findLastSeen(
  database: Database,
  userId: string,
  now: Date,
): Promise<Date | undefined> {
  const until = now.toISOString();
  const [row] = await database.rows<{ seen_at: string | null }>(sql`
    select greatest(
      (select max(${sessions.updated_at}) from ${sessions}
        where ${sessions.user_id} = ${userId} and ${sessions.updated_at} <= ${until}::timestamptz),
      (select max(${securityEvents.created_at}) from ${securityEvents}
        where ${securityEvents.user_id} = ${userId}
          and ${securityEvents.kind} in ('signed_in', 'signed_out')
          and ${securityEvents.created_at} <= ${until}::timestamptz)
    ) as seen_at`);
  return row?.seen_at ? new Date(momentOf(row.seen_at)) : undefined;
}
