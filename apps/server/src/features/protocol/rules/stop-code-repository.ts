import { eq, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { protocolRules } from '../release-tables.ts';

export interface KnownVetoCode {
  user_id: string;
  is_spent: boolean;
}

/** The owner of a code on paper, also of one that has been used. */
export async function findVetoCode(
  database: Database,
  digest: string,
): Promise<KnownVetoCode | undefined> {
  const { user_id, stop_code_digest, spent_stop_code_digest } = protocolRules;
  const [row] = await database
    .db()
    .select({ user_id, valid: stop_code_digest })
    .from(protocolRules)
    .where(or(eq(stop_code_digest, digest), eq(spent_stop_code_digest, digest)));
  return row && { user_id: row.user_id, is_spent: row.valid !== digest };
}

/** Uses a code up. Of several at once, one succeeds. */
export async function spendVetoCode(database: Database, digest: string): Promise<boolean> {
  const spent = await database
    .db()
    .update(protocolRules)
    .set({ stop_code_digest: null, stop_code_made_at: null, spent_stop_code_digest: digest })
    .where(eq(protocolRules.stop_code_digest, digest))
    .returning({ user_id: protocolRules.user_id });
  return spent.length > 0;
}
