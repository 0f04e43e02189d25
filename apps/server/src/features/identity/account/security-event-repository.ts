import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { securityEvents } from './account-tables.ts';

export interface EventOrigin {
  address: string | null;
  user_agent: string | null;
}

/** Origin of events not caused by the owner's browser: jobs, payment provider, contacts. */
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
  /** Id of the oldest event of the previous page. If that event is deleted, the page is empty. */
  after: string | undefined;
  limit: number;
}

/**
 * Newest first. Consecutive events that differ only in time are merged into one entry, so that an
 * import does not hide the rest. Sign-ins are never merged, because each can be disowned.
 */
export function listSecurityEvents(
  database: Database,
  userId: string,
  { kinds, after, limit }: EventPage,
) {
  const { id, user_id, kind, ip_address, user_agent, created_at } = securityEvents;
  const newestFirst = sql`order by ${created_at} desc, ${id} desc`;
  const isEqualToNewer = sql`${kind} <> 'signed_in'
    and ${kind} = lag(${kind}) over (${newestFirst})
    and ${ip_address} is not distinct from lag(${ip_address}) over (${newestFirst})
    and ${user_agent} is not distinct from lag(${user_agent}) over (${newestFirst})`;
  const events = database
    .db()
    .select({
      id,
      kind,
      ip_address,
      user_agent,
      created_at,
      starts_entry: sql<number>`case when ${isEqualToNewer} then 0 else 1 end`.as('starts_entry'),
    })
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
    .as('events');
  const entries = database
    .db()
    .select({
      id: events.id,
      kind: events.kind,
      ip_address: events.ip_address,
      user_agent: events.user_agent,
      created_at: events.created_at,
      entry: sql<number>`sum(${events.starts_entry}) over (
        order by ${events.created_at} desc, ${events.id} desc)`.as('entry'),
    })
    .from(events)
    .as('entries');
  const idsNewestFirst = sql`array_agg(${entries.id} order by ${entries.created_at} desc, ${entries.id} desc)`;
  return database
    .db()
    .select({
      id: sql<string>`(${idsNewestFirst})[1]`,
      oldest_id: sql<string>`(${idsNewestFirst})[count(*)]`,
      kind: entries.kind,
      ip_address: entries.ip_address,
      user_agent: entries.user_agent,
      count: sql<number>`count(*)::int`,
      created_at: sql`max(${entries.created_at})`.mapWith(created_at),
      since: sql`min(${entries.created_at})`.mapWith(created_at),
    })
    .from(entries)
    .groupBy(entries.entry, entries.kind, entries.ip_address, entries.user_agent)
    .orderBy(entries.entry)
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
