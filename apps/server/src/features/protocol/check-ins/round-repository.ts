import { daysAfter } from '@zavet/contract/days';
import { checkInPauseDays, checkInsPerRound } from '@zavet/contract/protocol/check-in-values';
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { checkInNotices, checkInRounds, checkIns } from './check-in-tables.ts';

type CheckIn = typeof checkIns.$inferSelect;

export type Round = typeof checkInRounds.$inferSelect & {
  /** Sorted by number. */
  check_ins: CheckIn[];
};

/** The owner's latest round, open or ended. */
export function findLastRound(database: Database, userId: string): Promise<Round | undefined> {
  return findRound(database, eq(checkInRounds.user_id, userId));
}

export function findOpenRound(database: Database, userId: string): Promise<Round | undefined> {
  const { user_id, ended_at } = checkInRounds;
  return findRound(database, and(eq(user_id, userId), isNull(ended_at)));
}

export function findRoundById(database: Database, id: string): Promise<Round | undefined> {
  return findRound(database, eq(checkInRounds.id, id));
}

async function findRound(database: Database, where: SQL | undefined): Promise<Round | undefined> {
  const [round] = await database
    .db()
    .select()
    .from(checkInRounds)
    .where(where)
    .orderBy(desc(checkInRounds.started_at), desc(checkInRounds.id))
    .limit(1);
  if (!round) return undefined;
  const check_ins = await database
    .db()
    .select()
    .from(checkIns)
    .where(eq(checkIns.round_id, round.id))
    .orderBy(asc(checkIns.number));
  return { ...round, check_ins };
}

export async function insertRound(
  database: Database,
  userId: string,
  silentSince: Date,
  now: Date,
): Promise<string> {
  const id = newId();
  await database
    .db()
    .insert(checkInRounds)
    .values({ id, user_id: userId, silent_since: silentSince, started_at: now });
  return id;
}

/** Marks the contacts of a round as notified; false if that is not due. Repeats the rule in SQL. */
export function markContactsNotified(
  database: Database,
  roundId: string,
  contacts: number,
  now: Date,
): Promise<boolean> {
  const weekAgo = daysAfter(now, -checkInPauseDays).toISOString();
  const isDue = sql`(select count(*) from ${checkIns} where ${checkIns.round_id} = ${roundId}
    and ${checkIns.sent_at} <= ${weekAgo}::timestamptz) = ${checkInsPerRound}`;
  const changes = { notified_at: now, notified_contacts: contacts };
  return updateOpenRound(database, roundId, changes, and(isNull(checkInRounds.notified_at), isDue));
}

/** Ends a round; false if it has already ended. */
export function closeRound(
  database: Database,
  roundId: string,
  endedBy: 'answered' | 'seen',
  now: Date,
): Promise<boolean> {
  return updateOpenRound(database, roundId, { ended_at: now, ended_by: endedBy });
}

async function updateOpenRound(
  database: Database,
  id: string,
  changes: Partial<typeof checkInRounds.$inferInsert>,
  condition?: SQL,
): Promise<boolean> {
  const updated = await database
    .db()
    .update(checkInRounds)
    .set(changes)
    .where(and(eq(checkInRounds.id, id), isNull(checkInRounds.ended_at), condition))
    .returning({ id: checkInRounds.id });
  return updated.length > 0;
}

export async function insertCheckIn(
  database: Database,
  checkIn: Pick<CheckIn, 'id' | 'round_id' | 'number' | 'digest' | 'enqueued_at'>,
): Promise<void> {
  await database.db().insert(checkIns).values(checkIn);
}

/** Marks a mail that did not arrive for resending; false if it arrived or is already pending. */
export function repeatCheckIn(database: Database, id: string, now: Date): Promise<boolean> {
  const repeats = sql<number>`${checkIns.repeats} + 1`;
  const changes = { enqueued_at: now, sent_at: null, is_refused: false, repeats };
  return updateCheckIn(database, id, changes, eq(checkIns.is_refused, true));
}

/** Records that a sent check-in did not arrive; false if this is already recorded. */
export function markUnreached(database: Database, id: string): Promise<boolean> {
  const isReportNew = and(isNotNull(checkIns.sent_at), eq(checkIns.is_refused, false));
  return updateCheckIn(database, id, { is_refused: true }, isReportNew);
}

export function recordRequeued(database: Database, id: string, now: Date): Promise<boolean> {
  return updateCheckIn(database, id, { enqueued_at: now }, isNull(checkIns.sent_at));
}

/** Records the first outcome of sending; false if one is already recorded. */
export function recordSent(database: Database, id: string, now: Date): Promise<boolean> {
  return updateCheckIn(database, id, { sent_at: now }, isNull(checkIns.sent_at));
}

async function updateCheckIn(
  database: Database,
  id: string,
  changes: PgUpdateSetSource<typeof checkIns>,
  condition: SQL | undefined,
): Promise<boolean> {
  const updated = await database
    .db()
    .update(checkIns)
    .set(changes)
    .where(and(eq(checkIns.id, id), condition))
    .returning({ id: checkIns.id });
  return updated.length > 0;
}

export async function findCheckIn(
  database: Database,
  by: { id: string } | { digest: string },
): Promise<{ check_in: CheckIn; round: typeof checkInRounds.$inferSelect } | undefined> {
  const [found] = await database
    .db()
    .select({ check_in: checkIns, round: checkInRounds })
    .from(checkIns)
    .innerJoin(checkInRounds, eq(checkInRounds.id, checkIns.round_id))
    .where('id' in by ? eq(checkIns.id, by.id) : eq(checkIns.digest, by.digest));
  return found;
}

export async function listUnsentCheckIns(database: Database): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: checkIns.id })
    .from(checkIns)
    .innerJoin(checkInRounds, eq(checkInRounds.id, checkIns.round_id))
    .where(and(isNull(checkIns.sent_at), isNull(checkInRounds.ended_at)))
    .orderBy(asc(checkIns.enqueued_at));
  return rows.map(({ id }) => id);
}

export async function insertContactNotices(
  database: Database,
  roundId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const notices = contactIds.map((contact_id) => ({ id: newId(), round_id: roundId, contact_id }));
  await database.db().insert(checkInNotices).values(notices);
  return notices.map(({ id }) => id);
}

/** Notices that may have reached their contacts. */
export async function listStartedContactNotices(
  database: Database,
  roundId: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: checkInNotices.id })
    .from(checkInNotices)
    .where(and(eq(checkInNotices.round_id, roundId), isNotNull(checkInNotices.started_at)))
    .orderBy(asc(checkInNotices.id));
  return rows.map(({ id }) => id);
}

export async function markContactNoticeStarted(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(checkInNotices)
    .set({ started_at: now })
    .where(and(eq(checkInNotices.id, id), isNull(checkInNotices.started_at)));
}

/** Finds a notice with its round and recipient, only while the contact is confirmed. */
export async function findContactNotice(database: Database, id: string) {
  const recipient = { to: trustedContacts.email, language: trustedContacts.preferred_language };
  const [found] = await database
    .db()
    .select({ round: checkInRounds, recipient })
    .from(checkInNotices)
    .innerJoin(checkInRounds, eq(checkInRounds.id, checkInNotices.round_id))
    .innerJoin(trustedContacts, eq(trustedContacts.id, checkInNotices.contact_id))
    .where(and(eq(checkInNotices.id, id), eq(trustedContacts.is_confirmed, true)));
  return found;
}
