import type { Locale } from '@zavet/contract/locales';
import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveries } from '../protocol-tables.ts';
import { claimMs, furthestAttemptMs } from './delivery-rules.ts';

/** A delivery that a worker has taken in hand, with what its mail needs. Texts are sealed. */
export interface ClaimedDelivery {
  id: string;
  instruction_id: string;
  refusals: number;
  link_id: string;
  title: string;
  recipient_email: string | null;
  corrected_email: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
}

/**
 * Takes deliveries that are due, each for one worker. What waits longer than anything may wait, or
 * is claimed for longer than any claim lasts, was written by a clock that ran ahead: it is due.
 */
export async function claimDeliveries(
  database: Database,
  activationId: string,
  now: Date,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const at = now.toISOString();
  const furthest = after(now, furthestAttemptMs);
  const claimEnd = after(now, claimMs);
  return database.rows<ClaimedDelivery>(sql`
    with due as (
      select id from ${deliveries}
      where activation_id = ${activationId} and state = 'queued'
        and (next_attempt_at <= ${at} or next_attempt_at > ${furthest})
        and (claimed_until is null or claimed_until <= ${at} or claimed_until > ${claimEnd})
      order by next_attempt_at, id
      limit ${limit}
      for update skip locked
    ), claimed as (
      update ${deliveries} set claimed_until = ${claimEnd}::timestamptz
      from due where deliveries.id = due.id
      returning deliveries.*
    )
    select
      claimed.id, claimed.instruction_id, claimed.refusals, claimed.corrected_email,
      link.id as link_id, instruction.title, instruction.recipient_email,
      contact.email as contact_email, contact.preferred_language as contact_language
    from claimed
    inner join instructions instruction on instruction.id = claimed.instruction_id
    inner join delivery_links link on link.delivery_id = claimed.id and link.closed_at is null
    left join trusted_contacts contact on contact.id = claimed.contact_id
    order by claimed.id`);
}

export async function renewClaims(
  database: Database,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await setClaims(database, ids, new Date(now.getTime() + claimMs));
}

export async function releaseClaims(database: Database, ids: readonly string[]): Promise<void> {
  await setClaims(database, ids, null);
}

async function setClaims(
  database: Database,
  ids: readonly string[],
  claimed_until: Date | null,
): Promise<void> {
  if (ids.length === 0) return;
  await database
    .db()
    .update(deliveries)
    .set({ claimed_until })
    .where(inArray(deliveries.id, [...ids]));
}

/** When the next mail of an activation may be sent; undefined when nothing waits. */
export async function findNextAttempt(
  database: Database,
  activationId: string,
): Promise<Date | undefined> {
  const [row] = await database.rows<{ next: Date | string | null }>(sql`
    select min(greatest(next_attempt_at, coalesce(claimed_until, next_attempt_at))) as next
    from ${deliveries} where activation_id = ${activationId} and state = 'queued'`);
  return row?.next ? new Date(row.next) : undefined;
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
