import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

export interface DashboardCounts {
  first_name: string | null;
  last_name: string | null;
  contacts_total: number;
  contacts_confirmed: number;
  contacts_pending: number;
  instructions_total: number;
  protocol_activated_at: Date | string | null;
}

/** Everything the dashboard shows, in one query. */
export async function countForDashboard(
  database: Database,
  userId: string,
): Promise<DashboardCounts | undefined> {
  const [counts] = await database.rows<DashboardCounts>(sql`
    select
      profile.first_name,
      profile.last_name,
      (select count(*)::int from trusted_contacts where user_id = owner.id) as contacts_total,
      (select count(*)::int from trusted_contacts where user_id = owner.id and is_confirmed)
        as contacts_confirmed,
      (select count(*)::int from trusted_contacts where user_id = owner.id and status = 'pending')
        as contacts_pending,
      (select count(*)::int from instructions where user_id = owner.id) as instructions_total,
      (select max(activated_at) from activation_requests where deceased_user_id = owner.id)
        as protocol_activated_at
    from users owner
    left join user_profiles profile on profile.user_id = owner.id
    where owner.id = ${userId}`);
  return counts;
}
