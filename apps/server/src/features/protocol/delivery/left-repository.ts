import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { LeftInstruction } from './delivery-rules.ts';

export interface LeftRow extends LeftInstruction {
  instruction_id: string;
}

/** What is still in an owner's outbox, with how far its letters are. */
export async function listLeft(database: Database, ownerId: string): Promise<LeftRow[]> {
  const rows = await database.rows<
    Omit<LeftRow, 'created_at' | 'queued_at'> & {
      created_at: Date | string;
      queued_at: Date | string | null;
    }
  >(sql`
    select instruction.id as instruction_id, instruction.created_at, instruction.queued_at,
      letters.waiting, letters.withheld
    from instructions instruction
    cross join lateral (
      select
        (count(*) filter (where state = 'queued'))::int as waiting,
        (count(*) filter (where state = 'withheld'))::int as withheld
      from deliveries where instruction_id = instruction.id
    ) letters
    where instruction.user_id = ${ownerId} and instruction.status = 'outbox'
    order by instruction.created_at, instruction.id`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    queued_at: row.queued_at === null ? null : new Date(row.queued_at),
  }));
}
