import {
  type EndReminder,
  expiringActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, eq, sql } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { interruptions } from '../../../platform/downtime/interruption-tables.ts';
import { lowestId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Activation } from './activation-repository.ts';
import { isDoubtedSql } from './doubt-repository.ts';

export interface DueRelease {
  id: string;
  release_at: string;
}

/** Activations whose waiting period is over and that no doubt holds back, longest overdue first. */
export function listDueReleases(
  { rows }: Database,
  now: Date,
  after: DueRelease | undefined,
  limit: number,
): Promise<DueRelease[]> {
  const { id, release_at } = activationRequests;
  const rest = after
    ? sql`and ${isAfterCursor([release_at, after.release_at], [id, after.id])}`
    : sql``;
  return rows<DueRelease>(sql`
    select ${id} as id, ${release_at}::text as release_at from ${activationRequests}
    where status = 'waiting' and ${release_at} <= ${now.toISOString()}::timestamptz ${rest}
      and not ${isDoubtedSql(activationRequests.deceased_user_id, activationRequests.trusted_contact_id)}
    order by ${release_at}, ${id} limit ${limit}`);
}

/** Waiting activations that an interruption may postpone; the rules decide. */
export function listDuePostponements(
  { rows }: Database,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const { id, status, release_at } = activationRequests;
  return rows<{ id: string }>(sql`
    select ${id} as id from ${activationRequests}
    where ${status} = 'waiting' and ${id} > ${after ?? lowestId}::uuid
      and exists (select 1 from ${interruptions}
        where ${interruptions.ended_at} > ${release_at} - interval '1 day'
          and ${interruptions.started_at} <= ${release_at})
    order by ${id} limit ${limit}`);
}

/**
 * Postpones a release; a trigger refuses an earlier time. The mail about the change counts as a
 * warning.
 */
export async function setReleaseAt(
  database: Database,
  { id }: Activation,
  release_at: Date,
  warned_at: Date,
): Promise<void> {
  await database
    .db()
    .update(activationRequests)
    .set({ release_at, warned_at })
    .where(eq(activationRequests.id, id));
}

/**
 * Waiting activations whose owner may be due for a warning: a day after the last warning, on the
 * last day, or if a fast clock dated the last warning. The rules decide.
 */
export function listDueWarnings(
  { rows }: Database,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<{ id: string }[]> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  const finalPhase = sql`least(interval '1 day', (release_at - waiting_since) / 2)`;
  return rows<{ id: string }>(sql`
    select id from ${activationRequests}
    where status = 'waiting' and id > ${after ?? lowestId}::uuid
      and (warned_at is null or warned_at <= ${moment} - interval '1 day'
        or warned_at > ${moment} + interval '1 day'
        or (release_at - ${finalPhase} <= ${moment} and warned_at < release_at - ${finalPhase}))
    order by id limit ${limit}`);
}

export async function findWaitingActivation(
  database: Database,
  ownerId: string,
): Promise<Activation | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(activationRequests)
    .where(
      and(
        eq(activationRequests.deceased_user_id, ownerId),
        eq(activationRequests.status, 'waiting'),
      ),
    );
  return found;
}

/** Records a warning; false if another worker has just recorded one. */
export async function markWarned(
  database: Database,
  { id, warned_at }: Activation,
  now: Date,
): Promise<boolean> {
  const marked = await database.rows(sql`
    update ${activationRequests} set warned_at = ${now.toISOString()}::timestamptz
    where id = ${id} and status = 'waiting'
      and warned_at is not distinct from ${warned_at?.toISOString() ?? null}::timestamptz
    returning id`);
  return marked.length > 0;
}

/** The owner's confirmed contacts except the initiator. */
export function listOtherContacts(
  database: Database,
  { deceased_user_id, trusted_contact_id }: Activation,
): Promise<{ id: string }[]> {
  return database.rows<{ id: string }>(sql`
    select ${contact.id} as id from ${contact}
    where ${contact.user_id} = ${deceased_user_id} and ${contact.status} = 'confirmed'
      and ${contact.id} is distinct from ${trusted_contact_id}::uuid
    order by ${contact.id}`);
}

export interface StaleCursor {
  id: string;
  updated_at: string;
}

/** Unpaid activations without a step since this moment, the oldest first. */
export async function listStaleActivations(
  database: Database,
  since: Date,
  after: StaleCursor | undefined,
  limit: number,
): Promise<StaleCursor[]> {
  const { id, updated_at } = activationRequests;
  const rest = after
    ? sql`and ${isAfterCursor([updated_at, after.updated_at], [id, after.id])}`
    : sql``;
  return database.rows(sql`
    select ${id} as id, ${updated_at}::text as updated_at from ${activationRequests}
    where status in ${expiringActivationStatuses}
      and ${updated_at} <= ${since.toISOString()}::timestamptz ${rest}
    order by ${updated_at}, ${id} limit ${limit}`);
}

/** Records a reminder. It does not count as a step, so `updated_at` does not change. */
export async function recordEndReminder(
  database: Database,
  { id, status }: Activation,
  reminder: EndReminder,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(activationRequests)
    .set({ end_reminder: reminder, end_reminded_at: now })
    .where(and(eq(activationRequests.id, id), eq(activationRequests.status, status)));
}
