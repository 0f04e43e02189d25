import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { protocolRules } from '../release-tables.ts';

/** Whose code on paper this is. */
export async function findOwnerOfStopCode(
  database: Database,
  digest: string,
): Promise<string | undefined> {
  const [row] = await database
    .db()
    .select({ user_id: protocolRules.user_id })
    .from(protocolRules)
    .where(eq(protocolRules.stop_code_digest, digest));
  return row?.user_id;
}

/** Uses a code up. Of several at once, one succeeds. */
export async function spendStopCode(database: Database, digest: string): Promise<boolean> {
  const spent = await database
    .db()
    .update(protocolRules)
    .set({ stop_code_digest: null, stop_code_made_at: null })
    .where(eq(protocolRules.stop_code_digest, digest))
    .returning({ user_id: protocolRules.user_id });
  return spent.length > 0;
}
