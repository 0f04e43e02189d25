import { daysAfter } from '@zavet/contract/days';
import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { planNotices } from '../../billing/plans/index.ts';
import { userProfiles, users } from '../../identity/account/index.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { unreachedAddresses } from '../../mail/bounces/index.ts';
import {
  trustedContacts as contact,
  contactInvitations,
  contactReconfirmations,
} from '../../people/contacts/index.ts';
import {
  expectedFiles,
  instructionFiles as file,
  instructionContacts,
  instructions,
  instructionUsage,
  type SealedHeading,
} from '../../vault/instructions/index.ts';
import {
  type StorageState,
  storageColumns,
  storageOf,
  userStorage,
} from '../../vault/storage/index.ts';
import {
  activationRequests,
  contactVetoes,
  protocolRules,
  secondAddresses,
  storedRulesOf,
} from '../index.ts';
import { rehearsalParticipants, rehearsals } from '../rehearsal/index.ts';
import type { ContactFacts, ReadinessFacts } from './readiness-rules.ts';

const contactFacts = sql`(
  select coalesce(json_agg(json_build_object(
    'id', ${contact.id}, 'name', ${contact.name}, 'status', ${contact.status},
    'relationship', ${contact.relationship}, 'seal_id', ${contact.seal_id},
    'mail_state', ${contactInvitations.mail_state}, 'asked_at', ${contactReconfirmations.asked_at},
    'is_unreached', coalesce(${contactReconfirmations.is_unreached}, false),
    'is_blocked', ${contactVetoes.vetoed_at} is not null)
    order by ${contact.created_at}, ${contact.id}), '[]')
  from ${contact}
  left join ${contactInvitations} on ${contactInvitations.contact_id} = ${contact.id}
  left join ${contactReconfirmations} on ${contactReconfirmations.contact_id} = ${contact.id}
  left join ${contactVetoes} on ${contactVetoes.contact_id} = ${contact.id}
  where ${contact.user_id} = ${users.id})`;

const instructionFacts = (userId: SQLWrapper) => sql`(
  select coalesce(json_agg(json_build_object(
    'id', ${instructions.id}, 'reviewed_at', ${instructions.reviewed_at},
    'has_recipient', ${instructions.has_recipient},
    'contact_ids', coalesce(assigned.contact_ids, '[]'),
    'missing_files', coalesce(expected.files, 0)
    ) order by ${instructions.created_at}, ${instructions.id}), '[]')
  from ${instructions}
  left join (
    select ${instructionContacts.instruction_id} as for_id,
      json_agg(${instructionContacts.contact_id}) as contact_ids
    from ${instructionContacts}
    where ${instructionContacts.user_id} = ${userId}
    group by for_id
  ) assigned on assigned.for_id = ${instructions.id}
  left join (
    select ${expectedFiles.instruction_id} as for_id, count(*) as files
    from ${expectedFiles} where ${expectedFiles.user_id} = ${userId}
    group by for_id
  ) expected on expected.for_id = ${instructions.id}
  where ${instructions.user_id} = ${users.id})`;

const lastRehearsal = sql`(
  select json_build_object(
    'started_at', ${rehearsals.started_at}, 'is_open', ${rehearsals.ended_at} is null,
    'parts', (
      select coalesce(json_agg(json_build_object('kind', ${rehearsalParticipants.kind},
        'state', ${rehearsalParticipants.state}, 'pin', ${rehearsalParticipants.pin})), '[]')
      from ${rehearsalParticipants} where ${rehearsalParticipants.rehearsal_id} = ${rehearsals.id}))
  from ${rehearsals} where ${rehearsals.user_id} = ${users.id}
  order by ${rehearsals.started_at} desc limit 1)`;

/** Older bounces do not count, because causes such as a full mailbox pass. */
const unreachedDays = 30;

/** Counts only bounces of the current address. */
const isUnreachedSql = (address: 'first' | 'second', email: SQLWrapper, since: SQLWrapper) => sql`
  exists (select 1 from ${unreachedAddresses}
    where ${unreachedAddresses.user_id} = ${users.id} and ${unreachedAddresses.address} = ${sql.raw(`'${address}'`)}
      and ${unreachedAddresses.email} = ${email}
      and ${unreachedAddresses.last_at} > ${since}::timestamptz)`;

const readinessFacts = prepareStatement<{ userId: string; since: string }>(
  ({ userId, since }) => sql`
  select
    exists (select 1 from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${users.id}
        and ${activationRequests.status} in ${effectiveActivationStatuses}) as is_active,
    ${userProfiles.full_name} is not null as is_owner_named,
    ${contactFacts} as contacts,
    ${instructionFacts(userId)} as instructions,
    ${lastRehearsal} as rehearsal,
    (select count(*)::int
      from ${userStorage}
      inner join (
        select ${file.user_id} as owner_id,
          sum(${file.size_bytes}) over (order by ${file.created_at}, ${file.id}) as until_here
        from ${file} where ${file.user_id} = ${userId}
      ) counted on counted.owner_id = ${userStorage.user_id}
      where ${userStorage.grace_until} is not null
        and counted.until_here > ${userStorage.limit_mb} * ${bytesPerMb}::bigint)
      as files_to_remove,
    exists (select 1 from ${userStorage}
      left join ${planNotices} on ${planNotices.user_id} = ${userStorage.user_id}
        and ${planNotices.version} = ${userStorage.version}
        and ${planNotices.valid_until} = ${userStorage.valid_until}
      where ${userStorage.user_id} = ${users.id}
        and (${planNotices.refused_on} is not null
          or (${userStorage.grace_until} is not null
            and ${userStorage.grace_refused_on} is not null))
      ) or ${isUnreachedSql('first', users.email, since)} as is_owner_unreached,
    exists (select 1 from ${secondAddresses}
      where ${secondAddresses.user_id} = ${users.id}
        and ${isUnreachedSql('second', secondAddresses.email, since)}) as is_second_address_unreached,
    coalesce(${protocolRules.waiting_hours}, 0) as waiting_hours,
    coalesce(${protocolRules.needs_second}, false) as needs_second,
    ${protocolRules.pending_waiting_hours}, ${protocolRules.pending_needs_second},
    ${protocolRules.pending_from}, ${wrappedKeySql}
  from ${users}
  left join ${userProfiles} on ${userProfiles.user_id} = ${users.id}
  left join ${protocolRules} on ${protocolRules.user_id} = ${users.id}
  left join ${ownerKeys} on ${ownerKeys.user_id} = ${users.id}
  where ${users.id} = ${userId}`,
);

interface DashboardCounts extends StorageState {
  first_name: string | null;
  last_name: string | null;
  contacts_total: number;
  contacts_confirmed: number;
  contacts_pending: number;
  contacts_uninvited: number;
  instructions_total: number;
  protocol_activated_at: Date | string | null;
  /** The user is a confirmed contact of another owner. */
  is_trusted: boolean;
}

const dashboardCounts = prepareStatement<{ userId: string }>(
  ({ userId }) => sql`
  select
    ${userProfiles.first_name} as first_name,
    ${userProfiles.last_name} as last_name,
    contacts.*,
    coalesce(${instructionUsage.instructions}, 0) as instructions_total,
    (select ${activationRequests.activated_at} from ${activationRequests}
      where ${activationRequests.deceased_user_id} = ${users.id}
        and ${activationRequests.status} in ${effectiveActivationStatuses}) as protocol_activated_at,
    exists (select 1 from ${contact}
      where ${contact.bound_user_id} = ${users.id}
        and ${contact.is_confirmed}) as is_trusted,
    ${storageColumns}
  from ${users}
  left join ${userProfiles} on ${userProfiles.user_id} = ${users.id}
  left join ${instructionUsage} on ${instructionUsage.user_id} = ${users.id}
  ${storageOf(users.id)}
  cross join lateral (
    select count(*)::int as contacts_total,
      (count(*) filter (where ${contact.is_confirmed}))::int as contacts_confirmed,
      (count(*) filter (where ${contact.status} = 'pending'
        and ${contactInvitations.id} is not null))::int as contacts_pending,
      (count(*) filter (where ${contact.status} = 'pending'
        and ${contactInvitations.id} is null))::int as contacts_uninvited
    from ${contact}
    left join ${contactInvitations} on ${contactInvitations.contact_id} = ${contact.id}
    where ${contact.user_id} = ${users.id}) contacts
  where ${users.id} = ${userId}`,
);

export async function countForDashboard(
  database: Database,
  userId: string,
): Promise<DashboardCounts | undefined> {
  const [counts] = await database.rows<DashboardCounts>(dashboardCounts({ userId }));
  return counts;
}

export interface SealedContact extends ContactFacts {
  relationship: string | null;
  seal_id: string;
}

interface StoredFacts extends Omit<ReadinessFacts, 'is_mail_captured' | 'are_payments_configured'> {
  contacts: readonly SealedContact[];
  /** Undefined until the owner has sealed data. */
  key: WrappedOwnerKey | undefined;
}

type FactsRow = Omit<StoredFacts, 'rules' | 'key'> &
  Omit<Parameters<typeof storedRulesOf>[0], 'pending_from'> & {
    pending_from: Date | string | null;
  } & (WrappedOwnerKey | Record<keyof WrappedOwnerKey, null>);

export async function findReadinessFacts(
  database: Database,
  userId: string,
  now: Date,
): Promise<StoredFacts | undefined> {
  const since = daysAfter(now, -unreachedDays).toISOString();
  const [row] = await database.rows<FactsRow>(readinessFacts({ userId, since }));
  if (!row) return undefined;
  const pending_from = row.pending_from === null ? null : new Date(row.pending_from);
  const { key_id, master_version, wrapped, ...facts } = row;
  const key = key_id === null ? undefined : { key_id, master_version, wrapped };
  return { ...facts, key, rules: storedRulesOf({ ...facts, pending_from }) };
}

export function listSealedHeadings(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<SealedHeading[]> {
  return database.rows(sql`
    select ${instructions.id}, ${instructions.heading} as heading, ${instructions.seal_id}
    from ${instructions}
    where ${instructions.user_id} = ${userId} and ${instructions.id} in ${ids}`);
}
