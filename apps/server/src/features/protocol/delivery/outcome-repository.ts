import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveries } from '../protocol-tables.ts';
import type { Delivery } from './delivery-repository.ts';

export interface SettledDelivery
  extends Pick<Delivery, 'id' | 'state' | 'refusals' | 'last_refusal' | 'next_attempt_at'> {
  /** Whether the mail went to a corrected address. */
  is_corrected: boolean;
}

/** Writes results of deliveries that still wait, in one statement. Says which did. */
export async function settleDeliveries(
  database: Database,
  activationId: string,
  settled: readonly SettledDelivery[],
): Promise<Set<string>> {
  const rows = await database.rows<{ id: string }>(sql`
    update ${deliveries} set
      state = result.state, refusals = result.refusals, last_refusal = result.last_refusal,
      next_attempt_at = result.next_attempt_at, claimed_until = null, claim_id = null
    from json_to_recordset(${JSON.stringify(settled)}::json) as result(
      id uuid, state text, refusals int, last_refusal text, next_attempt_at timestamptz,
      is_corrected boolean)
    where deliveries.id = result.id and deliveries.activation_id = ${activationId}
      -- A mail that was taken after all is no longer given up.
      and (deliveries.state = 'queued'
        or (deliveries.state = 'unreachable' and result.state = 'accepted'))
      -- What became of a mail to the mistyped address says nothing about the corrected one.
      and (deliveries.corrected_email is not null) = result.is_corrected
    returning deliveries.id`);
  return new Set(rows.map(({ id }) => id));
}
