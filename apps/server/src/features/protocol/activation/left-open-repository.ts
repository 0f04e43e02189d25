import {
  type EndReminder,
  leavableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, eq, sql } from 'drizzle-orm';
import { isBehind } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Activation } from './activation-repository.ts';

/** The place of a try among those that were left, the longest first. */
export interface StaleCursor {
  id: string;
  updated_at: string;
}

/** Tries that could go on and did not since this moment, page by page. */
export async function listStaleActivations(
  database: Database,
  since: Date,
  after: StaleCursor | undefined,
  limit: number,
): Promise<StaleCursor[]> {
  const { id, updated_at } = activationRequests;
  const rest = after ? sql`and ${isBehind([updated_at, after.updated_at], [id, after.id])}` : sql``;
  return database.rows(sql`
    select ${id} as id, ${updated_at}::text as updated_at from ${activationRequests}
    where status in ${leavableActivationStatuses}
      and ${updated_at} <= ${since.toISOString()}::timestamptz ${rest}
    order by ${updated_at}, ${id} limit ${limit}`);
}

/** Its place in the list stays: a reminder is no step. */
export async function recordEndReminder(
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
