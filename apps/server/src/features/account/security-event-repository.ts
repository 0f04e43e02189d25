import type { SecurityEventKind } from '@zavet/contract/account/account-schemas';
import { desc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/new-id.ts';
import { securityEvents } from './account-tables.ts';

const latestEvents = 50;

export interface EventOrigin {
  address: string | null;
  user_agent: string | null;
}

/** The origin of an event that no owner's browser caused: a job, the provider, a contact. */
export const systemActor: EventOrigin = { address: null, user_agent: null };

export async function recordSecurityEvent(
  database: Database,
  userId: string | null,
  kind: SecurityEventKind,
  origin: EventOrigin,
  now: Date,
): Promise<void> {
  await database.db().insert(securityEvents).values({
    id: newId(),
    user_id: userId,
    kind,
    ip_address: origin.address,
    user_agent: origin.user_agent,
    created_at: now,
  });
}

export async function listSecurityEvents(database: Database, userId: string) {
  return database
    .db()
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.user_id, userId))
    .orderBy(desc(securityEvents.created_at))
    .limit(latestEvents);
}

export async function deleteEventsBefore(database: Database, moment: Date): Promise<void> {
  await database.db().delete(securityEvents).where(lt(securityEvents.created_at, moment));
}
