import { moscowDay } from '@zavet/contract/days';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { releaseAttempts } from '../../billing/plans/index.ts';
import { activationRequests } from '../protocol-tables.ts';

/** Every try to start an owner's protocol, with the day on which it took effect. */
export async function listAttemptDays(
  database: Database,
  ownerId: string,
): ReturnType<ReturnType<typeof releaseAttempts>> {
  const rows = await database
    .db()
    .select({
      status: activationRequests.status,
      activated_at: activationRequests.activated_at,
      updated_at: activationRequests.updated_at,
    })
    .from(activationRequests)
    .where(eq(activationRequests.deceased_user_id, ownerId));
  return rows.map(({ status, activated_at, updated_at }) => ({
    status,
    activated_on: activated_at && moscowDay(activated_at),
    changed_on: moscowDay(updated_at),
  }));
}
