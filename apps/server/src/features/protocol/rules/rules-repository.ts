import { type KeptRules, noRules } from '@zavet/contract/protocol/release-rules';
import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { protocolRules } from '../release-tables.ts';

/** What an owner decided; also for owners who never did. */
export async function findRules(database: Database, ownerId: string): Promise<KeptRules> {
  const [row] = await database
    .db()
    .select()
    .from(protocolRules)
    .where(eq(protocolRules.user_id, ownerId));
  if (!row) return noRules;
  const { waiting_hours, needs_second, pending_from: from } = row;
  const { pending_waiting_hours, pending_needs_second } = row;
  const isPending = from !== null && pending_waiting_hours !== null;
  return {
    waiting_hours,
    needs_second,
    pending: isPending
      ? { waiting_hours: pending_waiting_hours, needs_second: pending_needs_second ?? false, from }
      : null,
  };
}
