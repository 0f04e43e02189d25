import { linkLifetimes } from '@zavet/contract/timings';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { builtOnce } from '../../../platform/database/prepared.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { deliveries, deliveryLinks, envelopes } from '../delivery-tables.ts';
import { claimMs, furthestAttemptMs } from './delivery-rules.ts';
import { lettersIn, type NamedEnvelope } from './named-envelope-repository.ts';

/** An envelope that a worker has taken in hand, with what its mail needs. */
export interface ClaimedEnvelope extends NamedEnvelope {
  contact_id: string | null;
  refusals: number;
  bounces: number;
  link_id: string;
  /** It replaces a link that was closed. */
  is_renewed: boolean;
}

const claimEnd = sql`now() + make_interval(secs => ${claimMs / 1000})`;
/** Claims are written by one clock, the database's; one that lasts longer was written before it jumped. */
export const isClaimed = sql`
  claimed_until > now() and claimed_until <= now() + make_interval(secs => ${(2 * claimMs) / 1000})`;

const lettersOf = builtOnce(lettersIn(sql`claimed.id`, sql`${deliveries.state} = 'queued'`));

/**
 * Takes envelopes that are due, each for one worker. What waits longer than anything may wait was
 * written by a clock that ran ahead: it is due. A link that expired before its letter was taken is
 * renewed, so that no letter arrives with a link that opens nothing.
 */
export function claimEnvelopes(
  database: Database,
  activationId: string,
  claimId: string,
  now: Date,
  limit: number,
): Promise<ClaimedEnvelope[]> {
  const furthest = new Date(now.getTime() + furthestAttemptMs).toISOString();
  const renewedEnd = new Date(now.getTime() + linkLifetimes.delivery).toISOString();
  return database.rows<ClaimedEnvelope>(sql`
    with due as (
      select envelopes.id from ${envelopes}
      where activation_id = ${activationId} and state = 'queued'
        and (next_attempt_at <= ${now.toISOString()} or next_attempt_at > ${furthest})
        and (${isClaimed}) is not true
      order by next_attempt_at, envelopes.id
      limit ${limit}
      for update skip locked
    ), claimed as (
      update ${envelopes} set claimed_until = ${claimEnd}, claim_id = ${claimId}::uuid
      from due where envelopes.id = due.id
      returning envelopes.*
    ), renewed as (
      update ${deliveryLinks} set expires_at = ${renewedEnd}, reminded_at = null, reminded_last_at = null
      from claimed
      where envelope_id = claimed.id and closed_at is null and expires_at <= ${now.toISOString()}
    )
    select
      claimed.id, claimed.contact_id, claimed.refusals, claimed.bounces, claimed.corrected_email,
      link.id as link_id,
      claimed.corrected_email is null and link.created_at > claimed.created_at as is_renewed,
      ${contact.name} as contact_name, ${contact.email} as contact_email, ${contact.preferred_language} as contact_language,
      inside.letters, inside.letter_count
    from claimed
    inner join delivery_links link on link.envelope_id = claimed.id and link.closed_at is null
    inner join lateral (${lettersOf}) inside on inside.letter_count > 0
    left join ${contact} on ${contact.id} = claimed.contact_id
    order by claimed.id`);
}

/** Only what is still claimed, and nothing that is being recorded: nobody waits for a renewal. */
export async function renewClaims(database: Database, claimId: string): Promise<void> {
  await database.rows(sql`
    update ${envelopes} set claimed_until = ${claimEnd} where id in (${ofClaim(claimId)})`);
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
    update ${envelopes} set claimed_until = null, claim_id = null ${later}
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
    update ${envelopes} set next_attempt_at = turn.at
    from json_to_recordset(${JSON.stringify(turns)}::json) as turn(id uuid, at timestamptz)
    where envelopes.id = turn.id and envelopes.claim_id = ${claimId}
      and envelopes.state = 'queued'`);
}

function ofClaim(claimId: string) {
  return sql`
    select id from ${envelopes} where claim_id = ${claimId} and state = 'queued'
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
    from ${envelopes} where activation_id = ${activationId} and state = 'queued'`);
  return row?.seconds ?? undefined;
}

/** The next activations after an id with a mail that should have been tried a while ago. */
export async function listOverdueActivations(
  database: Database,
  { overdue, furthest }: { overdue: Date; furthest: Date },
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ activation_id: string }>(sql`
    select distinct activation_id from ${envelopes}
    where state = 'queued' and activation_id > ${afterId ?? beforeEveryId}::uuid
      and (next_attempt_at <= ${overdue.toISOString()} or next_attempt_at > ${furthest.toISOString()})
    order by activation_id limit ${limit}`);
  return rows.map(({ activation_id }) => activation_id);
}
