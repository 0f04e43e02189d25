import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { consents } from './account-tables.ts';

type AcceptanceFacts = Pick<
  typeof consents.$inferSelect,
  'accepted_at' | 'ip_address' | 'user_agent'
>;

/** Overwrites date and origin of consents stored by an earlier sign-up. */
export async function saveConsents(
  database: Database,
  userId: string,
  accepted: Record<string, string>,
  facts: AcceptanceFacts,
): Promise<void> {
  await database
    .db()
    .insert(consents)
    .values(rowsOf(userId, accepted, facts))
    .onConflictDoUpdate({
      target: [consents.user_id, consents.document, consents.version],
      set: facts,
    });
}

/** Adds consents; those already stored keep their date. Returns true if any consent is new. */
export async function addConsents(
  database: Database,
  userId: string,
  accepted: Record<string, string>,
  facts: AcceptanceFacts,
): Promise<boolean> {
  const rows = rowsOf(userId, accepted, facts);
  if (rows.length === 0) return false;
  const added = await database
    .db()
    .insert(consents)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: consents.id });
  return added.length > 0;
}

/** Newest first. */
export function listConsents(database: Database, userId: string) {
  const { document, version, accepted_at, ip_address, user_agent } = consents;
  return database
    .db()
    .select({ document, version, accepted_at, ip_address, user_agent })
    .from(consents)
    .where(eq(consents.user_id, userId))
    .orderBy(desc(accepted_at), document, desc(version));
}

function rowsOf(userId: string, accepted: Record<string, string>, facts: AcceptanceFacts) {
  return Object.entries(accepted).map(([document, version]) => ({
    id: newId(),
    user_id: userId,
    document,
    version,
    ...facts,
  }));
}
