import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { securityEvents } from './account-tables.ts';

export interface EventOrigin {
  address: string | null;
  user_agent: string | null;
}

/**
 * Origin of events that were not caused by the owner's browser: jobs, payment provider, contacts.
 */
export const systemActor: EventOrigin = { address: null, user_agent: null };

export async function recordSecurityEvent(
  database: Database,
  userId: string | null,
  kind: SecurityEventKind,
  origin: EventOrigin,
  now: Date,
  count = 1,
): Promise<void> {
  const events = Array.from({ length: count }, () => ({
    id: newId(),
    user_id: userId,
    kind,
    ip_address: origin.address,
    user_agent: origin.user_agent,
    created_at: now,
  }));
  await database.db().insert(securityEvents).values(events);
}

interface EventPage {
  kinds: readonly SecurityEventKind[] | undefined;
  /** Id of the last event of the previous page. If it is deleted by now, the page is empty. */
  after: string | undefined;
  limit: number;
}

export function listSecurityEvents(
  database: Database,
  userId: string,
  { kinds, after, limit }: EventPage,
) {
  const { id, user_id, kind, created_at } = securityEvents;
  return database
    .db()
    .select()
    .from(securityEvents)
    .where(
      and(
        eq(user_id, userId),
        kinds && inArray(kind, kinds),
        after === undefined
          ? undefined
          : sql`(${created_at}, ${id}) < (
              select last.created_at, last.id from ${securityEvents} last
              where last.id = ${after} and last.user_id = ${userId})`,
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(limit);
}

export async function findEventTime(
  database: Database,
  userId: string,
  eventId: string,
  kind: SecurityEventKind,
): Promise<Date | undefined> {
  const [found] = await database
    .db()
    .select({ created_at: securityEvents.created_at })
    .from(securityEvents)
    .where(
      and(
        eq(securityEvents.id, eventId),
        eq(securityEvents.user_id, userId),
        eq(securityEvents.kind, kind),
      ),
    );
  return found?.created_at;
}

/** Newest first. */
export function listAllSecurityEvents(database: Database, userId: string) {
  return database
    .db()
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.user_id, userId))
    .orderBy(desc(securityEvents.created_at), securityEvents.id);
}
