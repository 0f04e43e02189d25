import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveries, deliveryLinks, envelopes } from '../delivery-tables.ts';
import type { Envelope } from './envelope-repository.ts';

export interface SettledEnvelope
  extends Pick<Envelope, 'id' | 'refusals' | 'bounces' | 'last_refusal' | 'next_attempt_at'> {
  state: 'queued' | 'accepted' | 'unreachable';
  /** The link that was in the mail. */
  link_id: string;
}

export interface SettledLetter {
  id: string;
  envelope_id: string;
  instruction_id: string;
}

/**
 * Writes results of envelopes that still wait, with all letters in them, in one statement. Says
 * which letters that were.
 */
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
        -- A mail that was taken after all is no longer given up.
        and (envelopes.state = 'queued'
          or (envelopes.state = 'unreachable' and result.state = 'accepted'))
        -- What became of an earlier mail says nothing about one with another link or address.
        and exists (select 1 from ${deliveryLinks} link
          where link.id = result.link_id and link.closed_at is null)
        -- It has come back before its taking was written down.
        and envelopes.bounces = result.bounces
      returning envelopes.id, envelopes.state
    )
    update ${deliveries} set state = settled.state
    from settled
    where deliveries.envelope_id = settled.id and deliveries.state in ('queued', 'unreachable')
    returning deliveries.id, deliveries.envelope_id, deliveries.instruction_id`);
}
