import type { Locale } from '@zavet/contract/locales';
import { linkLifetimes } from '@zavet/contract/timings';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prebuildSql } from '../../../platform/database/prepared.ts';
import { lowestId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { claimMs, furthestAttemptMs } from './delivery-rules.ts';
import { deliveries, deliveryLinks, envelopes } from './delivery-tables.ts';

type Envelope = typeof envelopes.$inferSelect;

const maxTitles = 30;

/** Recipient and titles of an envelope, still sealed. */
export interface NamedEnvelope extends Pick<Envelope, 'id' | 'corrected_email'> {
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
  /** The oldest letters, as many as a mail lists. */
  letters: { instruction_id: string; heading: string; seal_id: string }[];
  letter_count: number;
}

export interface ClaimedEnvelope
  extends NamedEnvelope,
    Pick<Envelope, 'contact_id' | 'refusals' | 'bounces'> {
  link_id: string;
  /** The link replaces a closed one. */
  is_renewed: boolean;
}

const claimEnd = sql`now() + make_interval(secs => ${claimMs / 1000})`;

/**
 * True for an envelope with a valid claim, by the database's clock only. A longer claim was written
 * before that clock jumped back, and does not count.
 */
export const isClaimed = sql`
  envelopes.claimed_until > now()
  and envelopes.claimed_until <= now() + make_interval(secs => ${(2 * claimMs) / 1000})`;

const selectQueuedLetters = prebuildSql(
  selectLettersIn(sql`claimed.id`, sql`${deliveries.state} = 'queued'`),
);

/**
 * Claims due envelopes, each for one worker. An attempt too far in the future was written by a clock
 * that ran fast, and counts as due. A link that expired before its letter was accepted is extended.
 */
export function claimEnvelopes(
  database: Database,
  activationId: string,
  claimId: string,
  now: Date,
  limit: number,
): Promise<ClaimedEnvelope[]> {
  const furthest = new Date(now.getTime() + furthestAttemptMs).toISOString();
  const expiresAt = new Date(now.getTime() + linkLifetimes.delivery).toISOString();
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
    ), extended as (
      update ${deliveryLinks} set expires_at = ${expiresAt}, reminded_at = null, reminded_last_at = null
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
    inner join lateral (${selectQueuedLetters}) inside on inside.letter_count > 0
    left join ${contact} on ${contact.id} = claimed.contact_id
    order by claimed.id`);
}

/** Extends the claims of a worker. Skips locked rows: their outcomes are being recorded. */
export async function renewClaims(database: Database, claimId: string): Promise<void> {
  await database.rows(sql`
    update ${envelopes} set claimed_until = ${claimEnd} where id in (${claimedIds(claimId)})`);
}

/** Releases the claims of unsent envelopes, which stay due or become due at the given time. */
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
    where id in (${claimedIds(claimId)})`);
}

export interface RetryTime {
  id: string;
  at: Date;
}

/** Postpones claimed envelopes without counting an attempt. They stay claimed until released. */
export async function postponeClaimed(
  database: Database,
  claimId: string,
  retries: readonly RetryTime[],
): Promise<void> {
  if (retries.length === 0) return;
  await database.rows(sql`
    update ${envelopes} set next_attempt_at = retry.at
    from json_to_recordset(${JSON.stringify(retries)}::json) as retry(id uuid, at timestamptz)
    where envelopes.id = retry.id and envelopes.claim_id = ${claimId}
      and envelopes.state = 'queued'`);
}

function claimedIds(claimId: string) {
  return sql`
    select id from ${envelopes} where claim_id = ${claimId} and state = 'queued'
    order by id for update skip locked`;
}

/** Seconds until the next attempt; undefined if no envelope of the activation is queued. */
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

/** A page of the activations with an overdue envelope, sorted by id. */
export async function listOverdueActivations(
  database: Database,
  { overdue, furthest }: { overdue: Date; furthest: Date },
  afterId: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ activation_id: string }>(sql`
    select distinct activation_id from ${envelopes}
    where state = 'queued' and activation_id > ${afterId ?? lowestId}::uuid
      and (next_attempt_at <= ${overdue.toISOString()} or next_attempt_at > ${furthest.toISOString()})
    order by activation_id limit ${limit}`);
  return rows.map(({ activation_id }) => activation_id);
}

/** Count of the letters in an envelope, and the headings that its mail lists, oldest first. */
export function selectLettersIn(envelopeId: SQL, condition: SQL): SQL {
  return sql`
    select count(*)::int as letter_count,
      coalesce(json_agg(json_build_object(
          'instruction_id', ${instructions.id}, 'heading', ${instructions.heading},
          'seal_id', ${instructions.seal_id})
        order by place) filter (where place <= ${sql.raw(String(maxTitles))}), '[]') as letters
    from (
      select ${deliveries.instruction_id} as letter_id,
        row_number() over (order by ${instructions.created_at}, ${deliveries.id}) as place
      from ${deliveries}
      inner join ${instructions} on ${instructions.id} = ${deliveries.instruction_id}
      where ${deliveries.envelope_id} = ${envelopeId} and ${condition}
    ) letter
    inner join ${instructions} on ${instructions.id} = letter.letter_id`;
}

/** Finds an envelope with its letters that are not closed; undefined if all are closed. */
export async function findNamedEnvelope(
  database: Database,
  id: string,
): Promise<NamedEnvelope | undefined> {
  const [found] = await database.rows<NamedEnvelope>(sql`
    select envelopes.id, envelopes.corrected_email,
      ${contact.name} as contact_name, ${contact.email} as contact_email,
      ${contact.preferred_language} as contact_language,
      inside.letters, inside.letter_count
    from ${envelopes}
    inner join lateral (
      ${selectLettersIn(sql`envelopes.id`, sql`${deliveries.state} <> 'closed'`)}
    ) inside on inside.letter_count > 0
    left join ${contact} on ${contact.id} = envelopes.contact_id
    where envelopes.id = ${id}`);
  return found;
}

export interface SettledEnvelope
  extends Pick<Envelope, 'id' | 'refusals' | 'bounces' | 'last_refusal' | 'next_attempt_at'> {
  state: 'queued' | 'accepted' | 'unreachable';
  /** The link in the mail. */
  link_id: string;
}

export interface SettledLetter {
  id: string;
  envelope_id: string;
  instruction_id: string;
}

/** Settles envelopes that are still pending, with their letters. Returns the settled letters. */
export function settleEnvelopes(
  database: Database,
  activationId: string,
  settled: readonly SettledEnvelope[],
): Promise<SettledLetter[]> {
  return database.rows<SettledLetter>(sql`
    with settled as (
      update ${envelopes} set
        state = result.state, refusals = result.refusals, last_refusal = result.last_refusal,
        next_attempt_at = result.next_attempt_at, claimed_until = null, claim_id = null
      from json_to_recordset(${JSON.stringify(settled)}::json) as result(
        id uuid, link_id uuid, state text, refusals int, bounces int, last_refusal text,
        next_attempt_at timestamptz)
      where envelopes.id = result.id and envelopes.activation_id = ${activationId}
        -- A late acceptance overrides a given-up state.
        and (envelopes.state = 'queued'
          or (envelopes.state = 'unreachable' and result.state = 'accepted'))
        -- An outcome of an earlier mail does not apply to a renewed link or corrected address.
        and exists (select 1 from ${deliveryLinks} link
          where link.id = result.link_id and link.closed_at is null)
        -- A bounce recorded before the acceptance overrides it.
        and envelopes.bounces = result.bounces
      returning envelopes.id, envelopes.state
    )
    update ${deliveries} set state = settled.state
    from settled
    where deliveries.envelope_id = settled.id and deliveries.state in ('queued', 'unreachable')
    returning deliveries.id, deliveries.envelope_id, deliveries.instruction_id`);
}
