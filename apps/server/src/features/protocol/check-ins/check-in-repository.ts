import type { CheckInFrequency } from '@zavet/contract/protocol/check-in-values';
import { startedActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { and, asc, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findLastSeen } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { activationRequests, isHeldByProtocol } from '../index.ts';
import { checkInRounds, checkInSettings } from './check-in-tables.ts';

type CheckInSettings = typeof checkInSettings.$inferSelect;

export async function areCheckInsPaused(database: Database, userId: string): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: activationRequests.id })
    .from(activationRequests)
    .where(
      and(
        eq(activationRequests.deceased_user_id, userId),
        inArray(activationRequests.status, [...startedActivationStatuses]),
      ),
    )
    .limit(1);
  return found.length > 0;
}

/** True if check-ins are unanswered, a start is requested or in progress, or letters were released. */
export async function areRemindersPaused(database: Database, userId: string): Promise<boolean> {
  if ((await areCheckInsPaused(database, userId)) || (await isHeldByProtocol(database, userId)))
    return true;
  const open = await database
    .db()
    .select({ id: checkInRounds.id })
    .from(checkInRounds)
    .where(and(eq(checkInRounds.user_id, userId), isNull(checkInRounds.ended_at)))
    .limit(1);
  return open.length > 0;
}

export async function findCheckInSettings(
  database: Database,
  userId: string,
): Promise<CheckInSettings | undefined> {
  const [settings] = await database
    .db()
    .select()
    .from(checkInSettings)
    .where(eq(checkInSettings.user_id, userId));
  return settings;
}

export type DueOwner = Pick<CheckInSettings, 'user_id' | 'next_check_at'>;

/** Owners whose next check is due, longest overdue first. */
export async function listDueOwners(
  database: Database,
  now: Date,
  after: DueOwner | undefined,
  limit: number,
): Promise<DueOwner[]> {
  const { next_check_at, user_id } = checkInSettings;
  return database
    .db()
    .select({ next_check_at, user_id })
    .from(checkInSettings)
    .where(
      and(
        ne(checkInSettings.frequency, 'disabled'),
        lte(next_check_at, now),
        after && isAfterCursor([next_check_at, after.next_check_at], [user_id, after.user_id]),
      ),
    )
    .orderBy(asc(next_check_at), asc(user_id))
    .limit(limit);
}

export async function saveFrequency(
  database: Database,
  userId: string,
  frequency: CheckInFrequency,
  now: Date,
): Promise<void> {
  const changed = { frequency, seen_at: now, next_check_at: now };
  await database
    .db()
    .insert(checkInSettings)
    .values({ user_id: userId, ...changed })
    .onConflictDoUpdate({ target: checkInSettings.user_id, set: changed });
}

export async function scheduleNextCheck(
  database: Database,
  userId: string,
  seenAt: Date,
  nextCheckAt: Date,
): Promise<void> {
  await database
    .db()
    .update(checkInSettings)
    .set({ seen_at: seenAt, next_check_at: nextCheckAt })
    .where(eq(checkInSettings.user_id, userId));
}

export async function listConfirmedContactIds(
  database: Database,
  userId: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: trustedContacts.id })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.is_confirmed, true)))
    .orderBy(asc(trustedContacts.created_at), asc(trustedContacts.id));
  return rows.map(({ id }) => id);
}

/** The owner's last activity: the stored one, or a newer sign-in or session. */
export async function findLastActivity(
  database: Database,
  { user_id, seen_at }: CheckInSettings,
  now: Date,
): Promise<Date> {
  const seen = await findLastSeen(database, user_id, now);
  // A timestamp in the future must not suppress check-ins.
  const stored = seen_at > now ? now : seen_at;
  return seen && seen > stored ? seen : stored;
}
