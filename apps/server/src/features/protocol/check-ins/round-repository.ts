import { daysAfter } from '@zavet/contract/days';
import { checkInPauseDays, checkInsPerRound } from '@zavet/contract/protocol/check-in-values';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { checkIns, presenceRounds, presenceTellings } from './check-in-tables.ts';

type CheckIn = typeof checkIns.$inferSelect;

export type Round = typeof presenceRounds.$inferSelect & {
  /** By number. */
  check_ins: CheckIn[];
};

/** The newest round of an owner, open or not. */
export async function findLastRound(
  database: Database,
  userId: string,
): Promise<Round | undefined> {
  const [round] = await database
    .db()
    .select()
    .from(presenceRounds)
    .where(eq(presenceRounds.user_id, userId))
    .orderBy(desc(presenceRounds.started_at), desc(presenceRounds.id))
    .limit(1);
  return round && { ...round, check_ins: await listCheckIns(database, round.id) };
}

export async function findRoundById(database: Database, id: string): Promise<Round | undefined> {
  const [round] = await database
    .db()
    .select()
    .from(presenceRounds)
    .where(eq(presenceRounds.id, id));
  return round && { ...round, check_ins: await listCheckIns(database, round.id) };
}

export async function findOpenRound(
  database: Database,
  userId: string,
): Promise<Round | undefined> {
  const [round] = await database
    .db()
    .select()
    .from(presenceRounds)
    .where(and(eq(presenceRounds.user_id, userId), isNull(presenceRounds.ended_at)));
  return round && { ...round, check_ins: await listCheckIns(database, round.id) };
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
    .insert(presenceRounds)
    .values({ id, user_id: userId, silent_since: silentSince, started_at: now });
  return id;
}

/** False where it is not due: the rule stands here once more. */
export async function markContactsNotified(
  database: Database,
  roundId: string,
  contacts: number,
  now: Date,
): Promise<boolean> {
  const aWeekAgo = daysAfter(now, -checkInPauseDays);
  const told = await database
    .db()
    .update(presenceRounds)
    .set({ told_at: now, told_contacts: contacts })
    .where(
      and(
        eq(presenceRounds.id, roundId),
        isNull(presenceRounds.told_at),
        isNull(presenceRounds.ended_at),
        sql`(select count(*) from ${checkIns} where ${checkIns.round_id} = ${roundId}
          and ${checkIns.sent_at} <= ${aWeekAgo.toISOString()}::timestamptz) = ${checkInsPerRound}`,
      ),
    )
    .returning({ id: presenceRounds.id });
  return told.length > 0;
}

/** False where it has ended before. */
export async function closeRound(
  database: Database,
  roundId: string,
  endedBy: 'answered' | 'seen',
  now: Date,
): Promise<boolean> {
  const closed = await database
    .db()
    .update(presenceRounds)
    .set({ ended_at: now, ended_by: endedBy })
    .where(and(eq(presenceRounds.id, roundId), isNull(presenceRounds.ended_at)))
    .returning({ id: presenceRounds.id });
  return closed.length > 0;
}

export async function insertCheckIn(
  database: Database,
  checkIn: Pick<CheckIn, 'id' | 'round_id' | 'number' | 'digest' | 'ordered_at'>,
): Promise<void> {
  await database.db().insert(checkIns).values(checkIn);
}

/** A mail that did not arrive goes out once more; false where it has arrived after all or is under way. */
export async function repeatCheckIn(database: Database, id: string, now: Date): Promise<boolean> {
  const repeated = await database
    .db()
    .update(checkIns)
    .set({
      ordered_at: now,
      sent_at: null,
      is_refused: false,
      repeats: sql`${checkIns.repeats} + 1`,
    })
    .where(and(eq(checkIns.id, id), eq(checkIns.is_refused, true)))
    .returning({ id: checkIns.id });
  return repeated.length > 0;
}

/** A far server reports that a mail which ours had taken did not arrive; false where that is known. */
export async function markUnreached(database: Database, id: string): Promise<boolean> {
  const marked = await database
    .db()
    .update(checkIns)
    .set({ is_refused: true })
    .where(and(eq(checkIns.id, id), isNotNull(checkIns.sent_at), eq(checkIns.is_refused, false)))
    .returning({ id: checkIns.id });
  return marked.length > 0;
}

/** Only while nothing has come of the former order. */
export async function recordRequeued(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(checkIns)
    .set({ ordered_at: now })
    .where(and(eq(checkIns.id, id), isNull(checkIns.sent_at)));
}

/** A mail server has taken or refused it; the first time counts. */
export async function recordSent(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(checkIns)
    .set({ sent_at: now })
    .where(and(eq(checkIns.id, id), isNull(checkIns.sent_at)));
}

/** A check-in with the round it belongs to. */
export async function findCheckIn(
  database: Database,
  by: { id: string } | { digest: string },
): Promise<{ check_in: CheckIn; round: typeof presenceRounds.$inferSelect } | undefined> {
  const [found] = await database
    .db()
    .select({ check_in: checkIns, round: presenceRounds })
    .from(checkIns)
    .innerJoin(presenceRounds, eq(presenceRounds.id, checkIns.round_id))
    .where('id' in by ? eq(checkIns.id, by.id) : eq(checkIns.digest, by.digest));
  return found;
}

/** Check-ins that no mail server has answered for yet. */
export async function listUnsentCheckIns(database: Database): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: checkIns.id })
    .from(checkIns)
    .innerJoin(presenceRounds, eq(presenceRounds.id, checkIns.round_id))
    .where(and(isNull(checkIns.sent_at), isNull(presenceRounds.ended_at)))
    .orderBy(asc(checkIns.ordered_at));
  return rows.map(({ id }) => id);
}

function listCheckIns(database: Database, roundId: string): Promise<CheckIn[]> {
  return database
    .db()
    .select()
    .from(checkIns)
    .where(eq(checkIns.round_id, roundId))
    .orderBy(asc(checkIns.number));
}

/** Notes who is to be told in a round, and gives each a telling of its own. */
export async function insertContactNotices(
  database: Database,
  roundId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const tellings = contactIds.map((contact_id) => ({ id: newId(), round_id: roundId, contact_id }));
  await database.db().insert(presenceTellings).values(tellings);
  return tellings.map(({ id }) => id);
}

/** Who was told, or may have been, in a round. */
export async function listStartedContactNotices(
  database: Database,
  roundId: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: presenceTellings.id })
    .from(presenceTellings)
    .where(and(eq(presenceTellings.round_id, roundId), isNotNull(presenceTellings.begun_at)))
    .orderBy(asc(presenceTellings.id));
  return rows.map(({ id }) => id);
}

export async function markContactNoticeStarted(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(presenceTellings)
    .set({ begun_at: now })
    .where(and(eq(presenceTellings.id, id), isNull(presenceTellings.begun_at)));
}

/** A telling with its round and its contact, as long as the owner trusts that contact. */
export async function findContactNotice(database: Database, id: string) {
  const [found] = await database
    .db()
    .select({ telling: presenceTellings, round: presenceRounds, contact: trustedContacts })
    .from(presenceTellings)
    .innerJoin(presenceRounds, eq(presenceRounds.id, presenceTellings.round_id))
    .innerJoin(trustedContacts, eq(trustedContacts.id, presenceTellings.contact_id))
    .where(and(eq(presenceTellings.id, id), eq(trustedContacts.is_confirmed, true)));
  return found;
}
