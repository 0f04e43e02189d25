import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { deliveries } from '../delivery-tables.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { LeftInstruction } from './envelope-rules.ts';

export interface LeftRow extends LeftInstruction {
  instruction_id: string;
}

/** What is still in an owner's outbox, with how far its letters of the start in effect are. */
export async function listLeft(database: Database, ownerId: string): Promise<LeftRow[]> {
  const rows = await database.rows<
    Omit<LeftRow, 'created_at' | 'queued_at'> & {
      created_at: Date | string;
      queued_at: Date | string | null;
    }
  >(sql`
    select ${instructions.id} as instruction_id, ${instructions.created_at} as created_at,
      ${instructions.queued_at} as queued_at, letters.waiting, letters.withheld, letters.closed
    from ${instructions}
    cross join lateral (
      select
        (count(*) filter (where deliveries.state = 'queued'))::int as waiting,
        (count(*) filter (where deliveries.state = 'withheld'))::int as withheld,
        (count(*) filter (where deliveries.state = 'closed'))::int as closed
      from ${deliveries}
      inner join ${activationRequests} on ${activationRequests.id} = deliveries.activation_id
        and ${activationRequests.status} in ${effectiveActivationStatuses}
      where deliveries.instruction_id = ${instructions.id}
    ) letters
    where ${instructions.user_id} = ${ownerId} and ${instructions.status} = 'outbox'
    order by ${instructions.created_at}, ${instructions.id}`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    queued_at: row.queued_at === null ? null : new Date(row.queued_at),
  }));
}
