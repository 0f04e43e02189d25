import type { Locale } from '@zavet/contract/locales';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../contacts/public.ts';
import { instructions, sealedHeading } from '../../instructions/public.ts';
import { deliveries } from '../protocol-tables.ts';
import { claimMs, furthestAttemptMs } from './delivery-rules.ts';

/** A delivery that a worker has taken in hand, with what its mail needs. Texts are sealed. */
export interface ClaimedDelivery {
  id: string;
  instruction_id: string;
  refusals: number;
  link_id: string;
  /** It replaces a link that was closed. */
  is_renewed: boolean;
  heading: string;
  seal_id: string | null;
  corrected_email: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
}

const claimEnd = sql`now() + make_interval(secs => ${claimMs / 1000})`;
/** Claims are written by one clock, the database's; one that lasts longer was written before it jumped. */
export const isClaimed = sql`
  claimed_until > now() and claimed_until <= now() + make_interval(secs => ${(2 * claimMs) / 1000})`;

/**
 * Takes deliveries that are due, each for one worker. What waits longer than anything may wait was
 * written by a clock that ran ahead: it is due.
 */
export function claimDeliveries(
  database: Database,
  activationId: string,
  claimId: string,
  now: Date,
  limit: number,
): Promise<ClaimedDelivery[]> {
  const furthest = new Date(now.getTime() + furthestAttemptMs).toISOString();
  return database.rows<ClaimedDelivery>(sql`
    with due as (
      select deliveries.id from ${deliveries}
      where activation_id = ${activationId} and state = 'queued'
        and (next_attempt_at <= ${now.toISOString()} or next_attempt_at > ${furthest})
        and (${isClaimed}) is not true
      order by next_attempt_at, deliveries.id
      limit ${limit}
      for update skip locked
    ), claimed as (
      update ${deliveries} set claimed_until = ${claimEnd}, claim_id = ${claimId}::uuid
      from due where deliveries.id = due.id
      returning deliveries.*
    )
    select
      claimed.id, claimed.instruction_id, claimed.refusals, claimed.corrected_email,
      link.id as link_id,
      claimed.corrected_email is null and link.created_at > claimed.created_at as is_renewed,
      ${sealedHeading} as heading, ${instructions.seal_id} as seal_id,
      ${contact.name} as contact_name, ${contact.email} as contact_email, ${contact.preferred_language} as contact_language
    from claimed
    inner join ${instructions} on ${instructions.id} = claimed.instruction_id
    inner join delivery_links link on link.delivery_id = claimed.id and link.closed_at is null
    left join ${contact} on ${contact.id} = claimed.contact_id
    order by claimed.id`);
}

/** Only what is still claimed, and nothing that is being recorded: nobody waits for a renewal. */
export async function renewClaims(database: Database, claimId: string): Promise<void> {
  await database.rows(sql`
    update ${deliveries} set claimed_until = ${claimEnd} where id in (${ofClaim(claimId)})`);
}

/** Gives back what was not sent, for others or for a later moment. */
export async function releaseClaims(
  database: Database,
  claimId: string,
  nextAttemptAt?: Date,
): Promise<void> {
  const later = nextAttemptAt
    ? sql`, next_attempt_at = ${nextAttemptAt.toISOString()}::timestamptz`
    : sql``;
  await database.rows(sql`
    update ${deliveries} set claimed_until = null, claim_id = null ${later}
    where id in (${ofClaim(claimId)})`);
}

export interface Turn {
  id: string;
  at: Date;
}

/** Some of what is claimed is tried later, as if never tried; it stays claimed until then or until it is given back. */
export async function postponeClaimed(
  database: Database,
  claimId: string,
  turns: readonly Turn[],
): Promise<void> {
  if (turns.length === 0) return;
  await database.rows(sql`
    update ${deliveries} set next_attempt_at = turn.at
    from json_to_recordset(${JSON.stringify(turns)}::json) as turn(id uuid, at timestamptz)
    where deliveries.id = turn.id and deliveries.claim_id = ${claimId}
      and deliveries.state = 'queued'`);
}

function ofClaim(claimId: string) {
  return sql`
    select id from ${deliveries} where claim_id = ${claimId} and state = 'queued'
    order by id for update skip locked`;
}

/** In how many seconds the next mail of an activation may be sent; undefined when nothing waits. */
export async function secondsToNextAttempt(
  database: Database,
  activationId: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await database.rows<{ seconds: number | null }>(sql`
    select min(greatest(
      extract(epoch from next_attempt_at - ${now.toISOString()}::timestamptz),
      extract(epoch from coalesce(claimed_until, now()) - now())))::float8 as seconds
    from ${deliveries} where activation_id = ${activationId} and state = 'queued'`);
  return row?.seconds ?? undefined;
}
