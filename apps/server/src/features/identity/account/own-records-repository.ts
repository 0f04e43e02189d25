import { desc, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { consents, securityEvents } from './account-tables.ts';

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

/** All security events that are still kept about a person, newest first. */
export async function listOwnEvents(database: Database, userId: string) {
  return database
    .db()
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.user_id, userId))
    .orderBy(desc(securityEvents.created_at), securityEvents.id);
}
