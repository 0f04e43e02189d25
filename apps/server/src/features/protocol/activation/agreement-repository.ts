import { openActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { lowestId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationRequests, contactVetoes } from '../protocol-tables.ts';
import { isDoubtedSql } from './doubt-repository.ts';
import type { Agreement } from './start-rules.ts';

interface Pair {
  owner_id: string;
  contact_id: string;
}

const fromOtherContacts = ({ owner_id, contact_id }: Pair) => sql`
  from ${contact}
  left join ${contactVetoes} on ${contactVetoes.contact_id} = ${contact.id}
  where ${contact.user_id} = ${owner_id} and ${contact.status} = 'confirmed'
    and ${contact.id} <> ${contact_id}::uuid`;

/** `from` clause: the other contacts who can agree, because no veto blocks them. */
const fromContactsWhoMayAgree = (pair: Pair) =>
  sql`${fromOtherContacts(pair)} and ${contactVetoes.vetoed_at} is null`;

/**
 * Counts the other confirmed contacts. Includes blocked ones, so that a veto does not make the next
 * start easier.
 */
export async function countOtherContacts(database: Database, pair: Pair): Promise<number> {
  const [row] = await database.rows<{ count: number }>(
    sql`select count(*)::int as count ${fromOtherContacts(pair)}`,
  );
  return row?.count ?? 0;
}

/**
 * Another contact with an unpaid start, which counts as an agreement. An undecided request does not
 * count.
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
      and activation.trusted_contact_id in (select ${contact.id} ${fromContactsWhoMayAgree(pair)})
    order by activation.created_at, activation.id limit 1`);
  return row;
}

interface AgreementRow {
  asked_at: string;
  seconded_by: string | null;
  seconded_at: string | null;
  is_second_valid: boolean;
  is_alone: boolean;
  doubt_dismissed_at: string | null;
}

export interface KnownAgreement extends Omit<Agreement, 'is_doubted'> {
  seconded_by: string | null;
  doubt_dismissed_at: Date | null;
}

/**
 * The latest agreement to a start of this contact, also to an earlier start that ended unpaid. Void
 * after a release, a veto or rearming, and if the start expired or ended because of a doubt.
 */
export async function findAgreement(
  database: Database,
  { owner_id, contact_id }: Pair,
): Promise<KnownAgreement | undefined> {
  const [row] = await database.rows<AgreementRow>(sql`
    select activation.agreement_asked_at as asked_at, activation.seconded_by,
      activation.seconded_at, activation.is_alone, activation.doubt_dismissed_at,
      exists (
        select 1 ${fromContactsWhoMayAgree({ owner_id, contact_id })} and ${contact.id} = activation.seconded_by
      ) or activation.doubt_dismissed_at is not null as is_second_valid
    from ${activationRequests} activation
    where activation.deceased_user_id = ${owner_id}
      and activation.trusted_contact_id = ${contact_id}
      and activation.agreement_asked_at is not null
      and activation.status in ('agreement_pending', 'agreed', 'payment_pending', 'payment_canceled')
      and (activation.end_reason is null or activation.end_reason not in ('stale', 'doubt_upheld'))
      and not exists (
        select 1 from ${activationRequests} later
        where later.deceased_user_id = ${owner_id} and later.updated_at >= activation.created_at
          and (later.status in ('vetoed', 'past') or later.rejection = 'owner_answered'))
    order by activation.created_at desc, activation.id desc limit 1`);
  return (
    row && {
      ...row,
      asked_at: new Date(row.asked_at),
      seconded_at: row.seconded_at ? new Date(row.seconded_at) : null,
      doubt_dismissed_at: row.doubt_dismissed_at ? new Date(row.doubt_dismissed_at) : null,
    }
  );
}

/** Finds the user among the owner's confirmed contacts other than `contact_id`. */
export async function findAnsweringContact(
  database: Database,
  pair: { owner_id: string; contact_id: string | null; user_id: string },
): Promise<{ contact_id: string; is_vetoed: boolean } | undefined> {
  const [row] = await database.rows<{ contact_id: string; is_vetoed: boolean }>(sql`
    select ${contact.id} as contact_id, ${contactVetoes.vetoed_at} is not null as is_vetoed
    from ${contact}
    left join ${contactVetoes} on ${contactVetoes.contact_id} = ${contact.id}
    where ${contact.user_id} = ${pair.owner_id} and ${contact.status} = 'confirmed'
      and ${contact.bound_user_id} = ${pair.user_id}
      and ${contact.id} is distinct from ${pair.contact_id}::uuid`);
  return row;
}

/** Activations that asked for agreement before `askedBefore` and got no answer. */
export function listUnanswered(
  { rows }: Database,
  askedBefore: Date,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const { id, status, agreement_asked_at, alone_notified_at } = activationRequests;
  const { deceased_user_id, trusted_contact_id } = activationRequests;
  return rows<{ id: string }>(sql`
    select ${id} as id from ${activationRequests}
    where ${status} = 'agreement_pending' and ${alone_notified_at} is null
      and ${agreement_asked_at} <= ${askedBefore.toISOString()}::timestamptz
      and ${trusted_contact_id} is not null and ${id} > ${after ?? lowestId}::uuid
      and not ${isDoubtedSql(deceased_user_id, trusted_contact_id)}
    order by ${id} limit ${limit}`);
}

/** Records that the initiator was notified; false if this is already recorded. */
export async function markAloneNotified(
  database: Database,
  id: string,
  now: Date,
): Promise<boolean> {
  const marked = await database.rows(sql`
    update ${activationRequests} set alone_notified_at = ${now.toISOString()}::timestamptz
    where id = ${id} and status = 'agreement_pending' and alone_notified_at is null
    returning id`);
  return marked.length > 0;
}
