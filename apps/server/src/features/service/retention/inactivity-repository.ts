import { isCataloguePlan } from '@zavet/contract/billing/plan-catalogue';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { payments } from '../../billing/payments/index.ts';
import { planGifts } from '../../billing/plans/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { userStorage } from '../../vault/storage/index.ts';
import { inactivityNotices, inactivityWarnings } from './retention-tables.ts';

export type InactivityWarning = typeof inactivityWarnings.$inferSelect;

/** Lists the warnings of an owner, sorted by number. */
export function listWarnings(database: Database, userId: string): Promise<InactivityWarning[]> {
  return database
    .db()
    .select()
    .from(inactivityWarnings)
    .where(eq(inactivityWarnings.user_id, userId))
    .orderBy(asc(inactivityWarnings.number));
}

export async function findWarning(
  database: Database,
  id: string,
): Promise<InactivityWarning | undefined> {
  const [warning] = await database
    .db()
    .select()
    .from(inactivityWarnings)
    .where(eq(inactivityWarnings.id, id));
  return warning;
}

export async function insertWarning(
  database: Database,
  warning: Pick<InactivityWarning, 'user_id' | 'number' | 'removal_on'>,
  now: Date,
): Promise<InactivityWarning> {
  const [inserted] = await database
    .db()
    .insert(inactivityWarnings)
    .values({
      ...warning,
      id: newId(),
      second_mail_id: newId(),
      first_enqueued_at: now,
      enqueued_at: now,
    })
    .returning();
  if (!inserted) throw new Error('A warning was not written.');
  return inserted;
}

export function recordRequeued(database: Database, id: string, now: Date): Promise<void> {
  return updateUnsentWarning(database, id, { enqueued_at: now });
}

/**
 * Records the outcome of a warning mail. Only the first outcome counts, at any of the addresses.
 */
export function recordSent(
  database: Database,
  id: string,
  isRefused: boolean,
  now: Date,
): Promise<void> {
  return updateUnsentWarning(database, id, { sent_at: now, is_refused: isRefused });
}

async function updateUnsentWarning(
  database: Database,
  id: string,
  changes: Partial<InactivityWarning>,
): Promise<void> {
  await database
    .db()
    .update(inactivityWarnings)
    .set(changes)
    .where(and(eq(inactivityWarnings.id, id), isNull(inactivityWarnings.sent_at)));
}

export async function deleteWarnings(database: Database, userId: string): Promise<void> {
  await database.db().delete(inactivityWarnings).where(eq(inactivityWarnings.user_id, userId));
}

export async function listWarnedOwners(
  database: Database,
  afterUserId: string,
  limit: number,
): Promise<{ id: string }[]> {
  return database
    .db()
    .select({ id: inactivityWarnings.user_id })
    .from(inactivityWarnings)
    .where(and(eq(inactivityWarnings.number, 1), gt(inactivityWarnings.user_id, afterUserId)))
    .orderBy(asc(inactivityWarnings.user_id))
    .limit(limit);
}

export async function listUnsentWarnings(database: Database): Promise<InactivityWarning[]> {
  return database.db().select().from(inactivityWarnings).where(isNull(inactivityWarnings.sent_at));
}

export async function isPlanPaid(
  database: Database,
  userId: string,
  today: string,
): Promise<boolean> {
  const [found] = await database
    .db()
    .select({ plan: userStorage.plan })
    .from(userStorage)
    .where(and(eq(userStorage.user_id, userId), gt(userStorage.valid_until, today)));
  return found !== undefined && isCataloguePlan(found.plan);
}

/** True while a gift to the owner is being paid. */
export async function isPlanPaymentPending(database: Database, userId: string): Promise<boolean> {
  const [found] = await database
    .db()
    .select({ id: payments.id })
    .from(planGifts)
    .innerJoin(payments, eq(payments.id, planGifts.payment_id))
    .where(and(eq(planGifts.owner_id, userId), eq(payments.status, 'pending')))
    .limit(1);
  return found !== undefined;
}

/** Inserts one notice per confirmed contact, and replaces those of an earlier inactivity. */
export async function insertContactNotices(database: Database, userId: string): Promise<string[]> {
  const contacts = await database
    .db()
    .select({ id: trustedContacts.id })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.is_confirmed, true)))
    .orderBy(asc(trustedContacts.created_at), asc(trustedContacts.id));
  if (contacts.length === 0) return [];
  const notices = contacts.map(({ id }) => ({ id: newId(), user_id: userId, contact_id: id }));
  await database
    .db()
    .insert(inactivityNotices)
    .values(notices)
    .onConflictDoUpdate({
      target: [inactivityNotices.user_id, inactivityNotices.contact_id],
      set: { id: sql`excluded.id`, started_at: null, ended_at: null },
    });
  return notices.map(({ id }) => id);
}

/** Finds a notice and its recipient; undefined unless the contact is still confirmed. */
export async function findContactNotice(database: Database, id: string) {
  const recipient = { to: trustedContacts.email, language: trustedContacts.preferred_language };
  const [found] = await database
    .db()
    .select({ notice: inactivityNotices, recipient })
    .from(inactivityNotices)
    .innerJoin(trustedContacts, eq(trustedContacts.id, inactivityNotices.contact_id))
    .where(and(eq(inactivityNotices.id, id), eq(trustedContacts.is_confirmed, true)));
  return found;
}

export async function markContactNoticeStarted(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(inactivityNotices)
    .set({ started_at: now })
    .where(and(eq(inactivityNotices.id, id), isNull(inactivityNotices.started_at)));
}

/** Ends the notices of an owner; returns those that may have reached their contacts. */
export async function endContactNotices(
  database: Database,
  userId: string,
  now: Date,
): Promise<string[]> {
  await database
    .db()
    .delete(inactivityNotices)
    .where(and(eq(inactivityNotices.user_id, userId), isNull(inactivityNotices.started_at)));
  const ended = await database
    .db()
    .update(inactivityNotices)
    .set({ ended_at: now })
    .where(
      and(
        eq(inactivityNotices.user_id, userId),
        isNotNull(inactivityNotices.started_at),
        isNull(inactivityNotices.ended_at),
      ),
    )
    .returning({ id: inactivityNotices.id });
  return ended.map(({ id }) => id);
}

export async function deleteContactNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(inactivityNotices).where(eq(inactivityNotices.id, id));
}
