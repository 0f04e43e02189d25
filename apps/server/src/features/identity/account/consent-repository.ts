import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { consents } from './account-tables.ts';

interface AcceptanceFacts {
  accepted_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}

export interface Consent {
  document: string;
  version: string;
  accepted_at: Date;
  ip_address: string | null;
  user_agent: string | null;
}

/** What the sign-up that counts accepted, with its own date and browser. */
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

/** What was accepted before keeps its date. Says whether anything is new. */
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

export async function listConsents(database: Database, userId: string): Promise<Consent[]> {
  return database
    .db()
    .select({
      document: consents.document,
      version: consents.version,
      accepted_at: consents.accepted_at,
      ip_address: consents.ip_address,
      user_agent: consents.user_agent,
    })
    .from(consents)
    .where(eq(consents.user_id, userId))
    .orderBy(desc(consents.accepted_at), consents.document, desc(consents.version));
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

/** All consents of a person with their circumstances, newest first. */
export async function listOwnConsents(database: Database, userId: string) {
  const { document, version, accepted_at, ip_address, user_agent } = consents;
  return database
    .db()
    .select({ document, version, accepted_at, ip_address, user_agent })
    .from(consents)
    .where(eq(consents.user_id, userId))
    .orderBy(desc(consents.accepted_at), consents.document);
}
