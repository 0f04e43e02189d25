import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { prebuilt } from '../../platform/database/prebuilt.ts';
import { userProfiles, users } from '../account/public.ts';
import { trustedContacts } from '../contacts/public.ts';
import { instructions } from '../instructions/public.ts';
import { activationRequests } from '../protocol/public.ts';

export interface DashboardCounts {
  first_name: string | null;
  last_name: string | null;
  contacts_total: number;
  contacts_confirmed: number;
  contacts_pending: number;
  instructions_total: number;
  protocol_activated_at: Date | string | null;
}

function contactsWhere(condition: SQLWrapper) {
  return sql`(select count(*)::int from ${trustedContacts}
    where ${trustedContacts.user_id} = ${users.id} and ${condition})`;
}

const dashboardCounts = prebuilt<{ userId: string }>(
  ({ userId }) => sql`
  select
    ${userProfiles.first_name} as first_name,
    ${userProfiles.last_name} as last_name,
    ${contactsWhere(sql`true`)} as contacts_total,
    ${contactsWhere(trustedContacts.is_confirmed)} as contacts_confirmed,
    ${contactsWhere(sql`${trustedContacts.status} = 'pending'`)} as contacts_pending,
    (select count(*)::int from ${instructions} where ${instructions.user_id} = ${users.id})
      as instructions_total,
    (select max(${activationRequests.activated_at}) from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${users.id}) as protocol_activated_at
  from ${users}
  left join ${userProfiles} on ${userProfiles.user_id} = ${users.id}
  where ${users.id} = ${userId}`,
);

/** Everything the dashboard shows, in one query. */
export async function countForDashboard(
  database: Database,
  userId: string,
): Promise<DashboardCounts | undefined> {
  const [counts] = await database.rows<DashboardCounts>(dashboardCounts({ userId }));
  return counts;
}
