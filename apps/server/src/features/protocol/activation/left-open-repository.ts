import {
  type EndReminder,
  leavableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Activation } from './activation-repository.ts';

/** The place of a try among those that were left, the longest first. */
export interface LeftOpenPlace {
  id: string;
  updated_at: Date;
}

/** Tries that could go on and did not since this moment, page by page. */
export async function listLeftOpen(
  database: Database,
  since: Date,
  after: LeftOpenPlace | undefined,
  limit: number,
): Promise<LeftOpenPlace[]> {
  const rest = after
    ? sql`and (updated_at, id) > (${after.updated_at.toISOString()}::timestamptz, ${after.id}::uuid)`
    : sql``;
  const rows = await database.rows<{ id: string; updated_at: Date | string }>(sql`
    select id, updated_at from ${activationRequests}
    where status in ${leavableActivationStatuses}
      and updated_at <= ${since.toISOString()}::timestamptz ${rest}
    order by updated_at, id limit ${limit}`);
  return rows.map(({ id, updated_at }) => ({ id, updated_at: new Date(updated_at) }));
}

/** Its place in the list stays: a reminder is no step. */
export async function noteEndReminder(
  database: Database,
  { id, status }: Pick<Activation, 'id' | 'status'>,
  reminder: EndReminder,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(activationRequests)
    .set({ end_reminder: reminder, end_reminded_at: now })
    .where(and(eq(activationRequests.id, id), eq(activationRequests.status, status)));
}
