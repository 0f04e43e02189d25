import type { PresenceFrequency } from '@zavet/contract/protocol/check-in-values';
import { startedActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { and, asc, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import { isBehind } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findLastSeen } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { activationRequests, isHeldByProtocol } from '../index.ts';
import { presenceChecks, presenceRounds } from './check-in-tables.ts';

type CheckInSettings = typeof presenceChecks.$inferSelect;

export async function isPaused(database: Database, userId: string): Promise<boolean> {
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

/**
 * Neither a review of the owner nor a reconfirmation of the contacts is asked for: check-ins are
 * unanswered, a start is asked for or under way, or letters were released.
 */
export async function areRemindersPaused(database: Database, userId: string): Promise<boolean> {
  if ((await isPaused(database, userId)) || (await isHeldByProtocol(database, userId))) return true;
  const open = await database
    .db()
    .select({ id: presenceRounds.id })
    .from(presenceRounds)
    .where(and(eq(presenceRounds.user_id, userId), isNull(presenceRounds.ended_at)))
    .limit(1);
  return open.length > 0;
}

export async function findCheckInSettings(
  database: Database,
  userId: string,
): Promise<CheckInSettings | undefined> {
  const [check] = await database
    .db()
    .select()
    .from(presenceChecks)
    .where(eq(presenceChecks.user_id, userId));
  return check;
}

/** Where a walk through the owners whose time has come goes on. */
export type DueOwner = Pick<CheckInSettings, 'user_id' | 'look_at'>;

/** The next owners at whom it is time to look, those first who wait longest. */
export async function listDueOwners(
  database: Database,
  now: Date,
  after: DueOwner | undefined,
  limit: number,
): Promise<DueOwner[]> {
  const { look_at, user_id } = presenceChecks;
  return database
    .db()
    .select({ look_at, user_id })
    .from(presenceChecks)
    .where(
      and(
        ne(presenceChecks.frequency, 'disabled'),
        lte(look_at, now),
        after && isBehind([look_at, after.look_at], [user_id, after.user_id]),
      ),
    )
    .orderBy(asc(look_at), asc(user_id))
    .limit(limit);
}

export async function saveFrequency(
  database: Database,
  userId: string,
  frequency: PresenceFrequency,
  seenAt: Date,
  lookAt: Date,
): Promise<void> {
  const changed = { frequency, seen_at: seenAt, look_at: lookAt };
  await database
    .db()
    .insert(presenceChecks)
    .values({ user_id: userId, ...changed })
    .onConflictDoUpdate({ target: presenceChecks.user_id, set: changed });
}

export async function scheduleNextCheck(
  database: Database,
  userId: string,
  seenAt: Date,
  lookAt: Date,
): Promise<void> {
  await database
    .db()
    .update(presenceChecks)
    .set({ seen_at: seenAt, look_at: lookAt })
    .where(eq(presenceChecks.user_id, userId));
}

interface ConfirmedContact {
  id: string;
}

export async function listConfirmedContacts(
  database: Database,
  userId: string,
): Promise<ConfirmedContact[]> {
  return database
    .db()
    .select({ id: trustedContacts.id })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.is_confirmed, true)))
    .orderBy(asc(trustedContacts.created_at), asc(trustedContacts.id));
}

/** The last sign of life: the one noted here, or a newer one of sign-ins and sessions. */
export async function findLastActivity(
  database: Database,
  { user_id, seen_at }: CheckInSettings,
  now: Date,
): Promise<Date> {
  const seen = await findLastSeen(database, user_id, now);
  // What a clock that ran ahead has noted must not silence the checks until its time has come.
  const noted = seen_at > now ? now : seen_at;
  return seen && seen > noted ? seen : noted;
}
