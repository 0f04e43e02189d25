import type { Database } from '../../../platform/database/database.ts';
import { findLastSeen } from '../../identity/account/index.ts';
import type { PresenceCheck } from './presence-repository.ts';

/** The last sign of life: the one noted here, or a newer one of sign-ins and sessions. */
export async function lastSignOfLife(
  database: Database,
  { user_id, seen_at }: PresenceCheck,
  now: Date,
): Promise<Date> {
  const seen = await findLastSeen(database, user_id, now);
  // What a clock that ran ahead has noted must not silence the checks until its time has come.
  const noted = seen_at > now ? now : seen_at;
  return seen && seen > noted ? seen : noted;
}
