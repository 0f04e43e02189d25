import { openActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../contacts/public.ts';
import { activationRequests } from '../protocol-tables.ts';
import { contactStandings } from '../release-tables.ts';
import type { Agreement } from './agreement-rules.ts';

interface Pair {
  owner_id: string;
  contact_id: string;
}

/** Confirmed contacts of an owner whom nobody stopped, besides this one. */
const others = ({ owner_id, contact_id }: Pair) => sql`
  from ${contact}
  left join ${contactStandings} on ${contactStandings.contact_id} = ${contact.id}
  where ${contact.user_id} = ${owner_id} and ${contact.status} = 'confirmed'
    and ${contact.id} <> ${contact_id}::uuid and ${contactStandings.stopped_at} is null`;

/** How many could agree. */
export async function countOthers(database: Database, pair: Pair): Promise<number> {
  const [row] = await database.rows<{ others: number }>(
    sql`select count(*)::int as others ${others(pair)}`,
  );
  return row?.others ?? 0;
}

/**
 * Another contact who has begun a start of their own: that is an agreement. A request that nobody
 * has looked at is none.
 */
export async function findOtherStarter(
  database: Database,
  pair: Pair,
): Promise<{ activation_id: string; contact_id: string } | undefined> {
  const [row] = await database.rows<{ activation_id: string; contact_id: string }>(sql`
    select activation.id as activation_id, activation.trusted_contact_id as contact_id
    from ${activationRequests} activation
    where activation.deceased_user_id = ${pair.owner_id}
      and activation.status in ${openActivationStatuses} and activation.status <> 'requested'
      and activation.trusted_contact_id in (select ${contact.id} ${others(pair)})
    order by activation.created_at, activation.id limit 1`);
  return row;
}

interface AgreementRow {
  asked_at: Date | string;
  seconded_by: string | null;
  seconded_at: Date | string | null;
  is_second_there: boolean;
  is_alone: boolean;
}

export interface KnownAgreement extends Agreement {
  seconded_by: string | null;
}

/**
 * The latest agreement to a start of this contact, of this try or of a former one that came to
 * nothing. What took effect has used its agreement up, what was left open has ended with its question, and nothing that was asked before the owner
 * stopped somebody, or armed again, counts any more.
 */
export async function findAgreement(
  database: Database,
  { owner_id, contact_id }: Pair,
): Promise<KnownAgreement | undefined> {
  const [row] = await database.rows<AgreementRow>(sql`
    select activation.agreement_asked_at as asked_at, activation.seconded_by,
      activation.seconded_at, activation.is_alone,
      exists (
        select 1 ${others({ owner_id, contact_id })} and ${contact.id} = activation.seconded_by
      ) as is_second_there
    from ${activationRequests} activation
    where activation.deceased_user_id = ${owner_id}
      and activation.trusted_contact_id = ${contact_id}
      and activation.agreement_asked_at is not null
      and activation.status in ('agreement_pending', 'agreed', 'payment_pending', 'payment_canceled')
      and activation.end_reason is distinct from 'left_open'
      and not exists (
        select 1 from ${activationRequests} later
        where later.deceased_user_id = ${owner_id} and later.updated_at >= activation.created_at
          and (later.status in ('vetoed', 'past') or later.rejection = 'owner_answered'))
    order by activation.created_at desc, activation.id desc limit 1`);
  return (
    row && {
      asked_at: new Date(row.asked_at),
      seconded_by: row.seconded_by,
      seconded_at: row.seconded_at ? new Date(row.seconded_at) : null,
      is_second_there: row.is_second_there,
      is_alone: row.is_alone,
    }
  );
}

/** As whom this person could agree; undefined for everybody who cannot. */
export async function findSecond(
  database: Database,
  pair: Pair & { user_id: string },
): Promise<{ contact_id: string; is_stopped: boolean } | undefined> {
  const [row] = await database.rows<{ contact_id: string; is_stopped: boolean }>(sql`
    select ${contact.id} as contact_id, ${contactStandings.stopped_at} is not null as is_stopped
    from ${contact}
    left join ${contactStandings} on ${contactStandings.contact_id} = ${contact.id}
    where ${contact.user_id} = ${pair.owner_id} and ${contact.status} = 'confirmed'
      and ${contact.bound_user_id} = ${pair.user_id} and ${contact.id} <> ${pair.contact_id}::uuid`);
  return row;
}

/** Notes that somebody doubts it; false when that is known already. */
export async function noteDoubt(database: Database, id: string, now: Date): Promise<boolean> {
  const noted = await database.rows(sql`
    update ${activationRequests} set doubted_at = ${now.toISOString()}::timestamptz
    where id = ${id} and status = 'agreement_pending' and doubted_at is null
    returning id`);
  return noted.length > 0;
}
