import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { userProfiles, users } from '../../identity/account/index.ts';
import { contactInvitations, trustedContacts } from '../../people/contacts/index.ts';
import { instructionUsage } from '../../vault/instructions/index.ts';
import { type StorageState, storageColumns, storageOf } from '../../vault/storage/index.ts';
import { activationRequests } from '../index.ts';

export interface DashboardCounts extends StorageState {
  first_name: string | null;
  last_name: string | null;
  contacts_total: number;
  contacts_confirmed: number;
  contacts_pending: number;
  contacts_uninvited: number;
  instructions_total: number;
  protocol_activated_at: Date | string | null;
  /** Somebody named this person and was answered with yes. */
  is_trusted: boolean;
}

const dashboardCounts = prepared<{ userId: string }>(
  ({ userId }) => sql`
  select
    ${userProfiles.first_name} as first_name,
    ${userProfiles.last_name} as last_name,
    contacts.*,
    coalesce(${instructionUsage.instructions}, 0) as instructions_total,
    (select ${activationRequests.activated_at} from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${users.id}
        and ${activationRequests.status} in ${effectiveActivationStatuses}) as protocol_activated_at,
    exists (select 1 from ${trustedContacts}
      where ${trustedContacts.bound_user_id} = ${users.id}
        and ${trustedContacts.is_confirmed}) as is_trusted,
    ${storageColumns}
  from ${users}
  left join ${userProfiles} on ${userProfiles.user_id} = ${users.id}
  left join ${instructionUsage} on ${instructionUsage.user_id} = ${users.id}
  ${storageOf(users.id)}
  cross join lateral (
    select count(*)::int as contacts_total,
      (count(*) filter (where ${trustedContacts.is_confirmed}))::int as contacts_confirmed,
      (count(*) filter (where ${trustedContacts.status} = 'pending'
        and ${contactInvitations.id} is not null))::int as contacts_pending,
      (count(*) filter (where ${trustedContacts.status} = 'pending'
        and ${contactInvitations.id} is null))::int as contacts_uninvited
    from ${trustedContacts}
    left join ${contactInvitations} on ${contactInvitations.contact_id} = ${trustedContacts.id}
    where ${trustedContacts.user_id} = ${users.id}) contacts
  where ${users.id} = ${userId}`,
);

/** The figures of the dashboard, in one query. */
export async function countForDashboard(
  database: Database,
  userId: string,
): Promise<DashboardCounts | undefined> {
  const [counts] = await database.rows<DashboardCounts>(dashboardCounts({ userId }));
  return counts;
}
