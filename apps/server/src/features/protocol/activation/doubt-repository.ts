import type { DoubtRow } from '@zavet/contract/desk/doubt-endpoints';
import {
  type DoubtEnding,
  doubtableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { aliasPerson } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import {
  activationDoubts,
  activationRequests,
  activationDoubts as doubt,
} from '../protocol-tables.ts';
import { type Activation, assertUpdated } from './activation-repository.ts';
import { holdsBack, type OpenDoubt } from './doubt-rules.ts';

const owner = aliasPerson('owner');
const initiator = aliasPerson('initiator');
const doubter = alias(contact, 'doubter');

/** The undecided doubts of an owner's contacts, oldest first. */
export async function listOpenDoubts(database: Database, ownerId: string): Promise<OpenDoubt[]> {
  return database
    .db()
    .select({ contact_id: doubt.contact_id, doubted_at: doubt.doubted_at })
    .from(doubt)
    .where(and(eq(doubt.owner_id, ownerId), isNull(doubt.ended_at)))
    .orderBy(doubt.doubted_at, doubt.id);
}

/** Open doubts that hold back starts of this contact. */
export async function listDoubtsAgainst(
  database: Database,
  { owner_id, contact_id }: { owner_id: string; contact_id: string | null },
): Promise<OpenDoubt[]> {
  const open = await listOpenDoubts(database, owner_id);
  return open.filter((one) => holdsBack(one, contact_id));
}

/**
 * True if an open doubt holds back this start. Lock the owner first if a decision depends on the
 * result.
 */
export async function isDoubted(
  database: Database,
  { deceased_user_id, trusted_contact_id }: Activation,
): Promise<boolean> {
  const ids = { owner_id: deceased_user_id, contact_id: trusted_contact_id };
  return (await listDoubtsAgainst(database, ids)).length > 0;
}

/** `isDoubted` in SQL, for columns of an activation. A trigger repeats the condition. */
export const isDoubtedSql = (ownerId: SQLWrapper, starterId: SQLWrapper) => sql`exists (
  select 1 from ${doubt} where ${doubt.owner_id} = ${ownerId} and ${doubt.ended_at} is null
    and (${doubt.contact_id} is null or ${doubt.contact_id} is distinct from ${starterId}))`;

/** Inserts a doubt; false if this contact already has an open doubt. The owner must be locked. */
export async function insertDoubt(
  database: Database,
  { owner_id, contact_id }: { owner_id: string; contact_id: string },
  now: Date,
): Promise<boolean> {
  const inserted = await database
    .db()
    .insert(doubt)
    .values({ id: newId(), owner_id, contact_id, doubted_at: now })
    .onConflictDoNothing()
    .returning({ id: doubt.id });
  return inserted.length > 0;
}

/** Ends the open doubts about an owner, or only those of one contact; returns their number. */
export async function endDoubts(
  database: Database,
  { owner_id, contact_id }: { owner_id: string; contact_id?: string },
  ending: DoubtEnding,
  now: Date,
): Promise<number> {
  const ended = await database
    .db()
    .update(doubt)
    .set({ ended_at: now, ending })
    .where(
      and(
        eq(doubt.owner_id, owner_id),
        isNull(doubt.ended_at),
        contact_id === undefined ? undefined : eq(doubt.contact_id, contact_id),
      ),
    )
    .returning({ id: doubt.id });
  return ended.length;
}

/** True if a doubt of this contact was dismissed since this start was created. */
export async function wasDismissed(
  database: Database,
  contactId: string,
  { created_at }: Activation,
): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from ${doubt}
    where ${doubt.contact_id} = ${contactId} and ${doubt.ending} = 'dismissed'
      and ${doubt.ended_at} >= ${created_at.toISOString()}::timestamptz limit 1`);
  return found.length > 0;
}

/** The last time an upheld doubt ended a start of this contact. */
export async function findLastUpheld(database: Database, contactId: string): Promise<Date | null> {
  const [row] = await database.rows<{ at: Date | string | null }>(sql`
    select max(updated_at) as at from ${activationRequests}
    where trusted_contact_id = ${contactId} and end_reason = 'doubt_upheld'`);
  return row?.at ? new Date(row.at) : null;
}

/** Records the dismissal on a locked start that keeps its status. */
export async function recordDismissal(
  database: Database,
  { id, status }: Activation,
  now: Date,
): Promise<void> {
  const recorded = await database
    .db()
    .update(activationRequests)
    .set({ doubt_dismissed_at: now })
    .where(and(eq(activationRequests.id, id), eq(activationRequests.status, status)))
    .returning({ id: activationRequests.id });
  assertUpdated(recorded);
}

type TimeFields = 'doubted_at' | 'last_doubted_at' | 'release_at';

export interface HeldStartRow
  extends Omit<DoubtRow, TimeFields | 'decided_by' | 'is_overdue' | 'is_involved'> {
  owner_id: string;
  created_at: string;
  doubted_at: string;
  /** The newest of all open doubts about the owner. */
  last_doubted_at: string;
  release_at: string | null;
}

/** Starts held back by open doubts of other contacts; those held back longest come first. */
export function listHeldStarts(database: Database, limit: number): Promise<HeldStartRow[]> {
  return database.rows<HeldStartRow>(sql`
    select activation.id, activation.deceased_user_id as owner_id, activation.status,
      json_build_object('name', ${owner.profile.full_name}, 'email', ${owner.user.email}) as owner,
      json_build_object('name', coalesce(${contact.name}, ${initiator.profile.full_name}),
        'email', coalesce(${contact.email}, ${initiator.user.email}, '')) as contact,
      coalesce(held.doubters, '[]'::json) as doubters, held.doubted_at, activation.created_at,
      (select max(doubt.doubted_at) from ${activationDoubts} doubt
        where doubt.owner_id = activation.deceased_user_id and doubt.ended_at is null)
        as last_doubted_at,
      case activation.status when 'waiting' then activation.release_at end as release_at,
      activation.request_reason is not null as has_request
    from ${activationRequests} activation
    ${owner.join(sql`activation.deceased_user_id`)}
    ${initiator.join(sql`activation.initiator_user_id`)}
    left join ${contact} on ${contact.id} = activation.trusted_contact_id
    cross join lateral (
      select min(doubt.doubted_at) as doubted_at,
        json_agg(json_build_object('name', ${doubter.name}, 'email', ${doubter.email})
          order by doubt.doubted_at) filter (where ${doubter.id} is not null) as doubters
      from ${activationDoubts} doubt
      left join ${contact} ${doubter} on ${doubter.id} = doubt.contact_id
      where doubt.owner_id = activation.deceased_user_id and doubt.ended_at is null
        and (doubt.contact_id is null
          or doubt.contact_id is distinct from activation.trusted_contact_id)) held
    where activation.status in ${doubtableActivationStatuses} and held.doubted_at is not null
    order by greatest(held.doubted_at, activation.created_at), activation.id limit ${limit}`);
}
