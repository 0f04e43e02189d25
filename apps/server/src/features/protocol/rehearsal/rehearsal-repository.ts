import { startedActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { type RehearsalEnding, rehearsalsPerYear } from '@zavet/contract/protocol/rehearsal-values';
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lte,
  max,
  min,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { isAfterCursor } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { instructions, type SealedHeading } from '../../vault/instructions/index.ts';
import { activationRequests } from '../index.ts';
import type { ReminderFacts } from './rehearsal-rules.ts';
import { rehearsalParticipants, rehearsalReminders, rehearsals } from './rehearsal-tables.ts';

export type Rehearsal = typeof rehearsals.$inferSelect;

export type Participant = typeof rehearsalParticipants.$inferSelect;

export type ParticipantUpdate = Partial<
  Pick<Participant, 'state' | 'pin' | 'pin_tries' | 'accepted_at' | 'answered_at'>
>;

export type ParticipantDetails = NonNullable<Awaited<ReturnType<typeof findParticipant>>>;

export type ParticipantContact = NonNullable<ParticipantDetails['contact']>;

const contactColumns = {
  id: trustedContacts.id,
  name: trustedContacts.name,
  email: trustedContacts.email,
  status: trustedContacts.status,
  preferred_language: trustedContacts.preferred_language,
};

/** Newest first. */
export function listRehearsals(database: Database, userId: string): Promise<Rehearsal[]> {
  return database
    .db()
    .select()
    .from(rehearsals)
    .where(eq(rehearsals.user_id, userId))
    .orderBy(desc(rehearsals.started_at), desc(rehearsals.id));
}

export async function findOpenRehearsal(
  database: Database,
  userId: string,
): Promise<Rehearsal | undefined> {
  const [open] = await database
    .db()
    .select()
    .from(rehearsals)
    .where(and(eq(rehearsals.user_id, userId), isNull(rehearsals.ended_at)));
  return open;
}

export async function findRehearsal(
  database: Database,
  id: string,
): Promise<Rehearsal | undefined> {
  const [found] = await database.db().select().from(rehearsals).where(eq(rehearsals.id, id));
  return found;
}

export async function insertRehearsal(
  database: Database,
  rehearsal: typeof rehearsals.$inferInsert,
  participants: (typeof rehearsalParticipants.$inferInsert)[],
): Promise<void> {
  await database.db().insert(rehearsals).values(rehearsal);
  if (participants.length > 0)
    await database.db().insert(rehearsalParticipants).values(participants);
}

export async function deleteOldRehearsals(database: Database, userId: string): Promise<void> {
  const kept = database
    .db()
    .select({ id: rehearsals.id })
    .from(rehearsals)
    .where(eq(rehearsals.user_id, userId))
    .orderBy(desc(rehearsals.started_at), desc(rehearsals.id))
    .limit(rehearsalsPerYear);
  await database
    .db()
    .delete(rehearsals)
    .where(and(eq(rehearsals.user_id, userId), notInArray(rehearsals.id, kept)));
}

/** Ends a rehearsal; false if it has already ended. */
export async function closeRehearsal(
  database: Database,
  id: string,
  endedBy: RehearsalEnding,
  now: Date,
): Promise<boolean> {
  const closed = await database
    .db()
    .update(rehearsals)
    .set({ ended_at: now, ended_by: endedBy })
    .where(and(eq(rehearsals.id, id), isNull(rehearsals.ended_at)))
    .returning({ id: rehearsals.id });
  return closed.length > 0;
}

/** Participants with their current contacts; contacts first, oldest first. */
export async function listParticipants(
  database: Database,
  rehearsalIds: readonly string[],
): Promise<Omit<ParticipantDetails, 'rehearsal'>[]> {
  if (rehearsalIds.length === 0) return [];
  return database
    .db()
    .select({ participant: rehearsalParticipants, contact: contactColumns })
    .from(rehearsalParticipants)
    .leftJoin(trustedContacts, eq(trustedContacts.id, rehearsalParticipants.contact_id))
    .where(inArray(rehearsalParticipants.rehearsal_id, [...rehearsalIds]))
    .orderBy(
      asc(rehearsalParticipants.kind),
      asc(trustedContacts.created_at),
      asc(rehearsalParticipants.id),
    );
}

export async function findParticipant(database: Database, by: { id: string } | { digest: string }) {
  const [found] = await database
    .db()
    .select({ participant: rehearsalParticipants, rehearsal: rehearsals, contact: contactColumns })
    .from(rehearsalParticipants)
    .innerJoin(rehearsals, eq(rehearsals.id, rehearsalParticipants.rehearsal_id))
    .leftJoin(trustedContacts, eq(trustedContacts.id, rehearsalParticipants.contact_id))
    .where(
      'id' in by
        ? eq(rehearsalParticipants.id, by.id)
        : eq(rehearsalParticipants.digest, by.digest),
    );
  return found;
}

/** Updates a participant; throws if it was changed since it was read. */
export async function updateParticipant(
  database: Database,
  { id, state, pin, pin_tries }: Pick<Participant, 'id' | 'state' | 'pin' | 'pin_tries'>,
  changes: ParticipantUpdate,
): Promise<void> {
  const changed = await database
    .db()
    .update(rehearsalParticipants)
    .set(changes)
    .where(
      and(
        eq(rehearsalParticipants.id, id),
        eq(rehearsalParticipants.state, state),
        eq(rehearsalParticipants.pin, pin),
        eq(rehearsalParticipants.pin_tries, pin_tries),
      ),
    )
    .returning({ id: rehearsalParticipants.id });
  if (changed.length === 0) throw new Error('A locked participant was changed concurrently');
}

/** Open rehearsals that have expired or whose owner's protocol was started. */
export function listRehearsalsToEnd(
  database: Database,
  now: Date,
  afterId: string,
  limit: number,
): Promise<Pick<Rehearsal, 'id' | 'user_id'>[]> {
  const started = database
    .db()
    .select({ id: activationRequests.id })
    .from(activationRequests)
    .where(
      and(
        eq(activationRequests.deceased_user_id, rehearsals.user_id),
        inArray(activationRequests.status, startedActivationStatuses),
      ),
    );
  return database
    .db()
    .select({ id: rehearsals.id, user_id: rehearsals.user_id })
    .from(rehearsals)
    .where(
      and(
        isNull(rehearsals.ended_at),
        gt(rehearsals.id, afterId),
        or(lte(rehearsals.ends_at, now), exists(started)),
      ),
    )
    .orderBy(asc(rehearsals.id))
    .limit(limit);
}

export type ConfirmedContact = Pick<typeof trustedContacts.$inferSelect, 'id' | 'name' | 'email'>;

/** Oldest first. */
export function listConfirmedContacts(
  database: Database,
  userId: string,
): Promise<ConfirmedContact[]> {
  return database
    .db()
    .select({ id: trustedContacts.id, name: trustedContacts.name, email: trustedContacts.email })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.status, 'confirmed')))
    .orderBy(asc(trustedContacts.created_at), asc(trustedContacts.id));
}

/**
 * Headings of instructions with a further recipient, oldest first, with the owner's wrapped key.
 */
export function listRecipientHeadings(
  database: Database,
  userId: string,
): Promise<(SealedHeading & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select ${instructions.id}, ${instructions.heading} as heading, ${instructions.seal_id}, ${wrappedKeySql}
    from ${instructions}
    inner join ${ownerKeys} on ${ownerKeys.user_id} = ${instructions.user_id}
    where ${instructions.user_id} = ${userId} and ${instructions.has_recipient}
    order by ${instructions.created_at}, ${instructions.id}`);
}

export interface DueOwner {
  next_check_at: Date;
  user_id: string;
}

/** Owners whose next check is due, longest overdue first. */
export async function listDueOwners(
  database: Database,
  now: Date,
  after: DueOwner | undefined,
  limit: number,
): Promise<DueOwner[]> {
  const { next_check_at, user_id } = rehearsalReminders;
  return database
    .db()
    .select({ next_check_at, user_id })
    .from(rehearsalReminders)
    .where(
      and(
        lte(next_check_at, now),
        after && isAfterCursor([next_check_at, after.next_check_at], [user_id, after.user_id]),
      ),
    )
    .orderBy(asc(next_check_at), asc(user_id))
    .limit(limit);
}

/** Facts for the reminder; undefined for an owner without a confirmed contact. */
export async function findReminderFacts(
  database: Database,
  userId: string,
): Promise<ReminderFacts | undefined> {
  const [named] = await database
    .db()
    .select({ since: min(trustedContacts.created_at) })
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.status, 'confirmed')));
  if (!named?.since) return undefined;
  const [started] = await database
    .db()
    .select({ last: max(rehearsals.started_at) })
    .from(rehearsals)
    .where(eq(rehearsals.user_id, userId));
  const [reminder] = await database
    .db()
    .select()
    .from(rehearsalReminders)
    .where(eq(rehearsalReminders.user_id, userId));
  return {
    since: named.since,
    last_start: started?.last ?? null,
    last_reminder: reminder?.enqueued_at ?? null,
  };
}

export async function saveReminderCheck(
  database: Database,
  userId: string,
  changes: { next_check_at: Date; enqueued_at?: Date },
): Promise<void> {
  await database
    .db()
    .update(rehearsalReminders)
    .set(changes)
    .where(eq(rehearsalReminders.user_id, userId));
}
