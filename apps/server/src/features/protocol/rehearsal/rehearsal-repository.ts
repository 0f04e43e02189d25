import { startedActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import {
  type RehearsalEnding,
  rehearsalsPerYear,
} from '@zavet/contract/rehearsal/rehearsal-values';
import { and, asc, desc, eq, exists, gt, inArray, isNull, lte, notInArray, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { activationRequests } from '../index.ts';
import { rehearsalParts, rehearsals } from './rehearsal-tables.ts';

export type Rehearsal = typeof rehearsals.$inferSelect;
export type Part = typeof rehearsalParts.$inferSelect;
export type PartChanges = Partial<
  Pick<Part, 'state' | 'pin' | 'pin_tries' | 'taken_at' | 'answered_at'>
>;
export type ContactOfPart = Pick<
  typeof trustedContacts.$inferSelect,
  'id' | 'name' | 'email' | 'status' | 'preferred_language'
>;

export interface WholePart {
  part: Part;
  rehearsal: Rehearsal;
  contact: ContactOfPart | null;
}

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
  parts: (typeof rehearsalParts.$inferInsert)[],
): Promise<void> {
  await database.db().insert(rehearsals).values(rehearsal);
  if (parts.length > 0) await database.db().insert(rehearsalParts).values(parts);
}

/** Removes all but the newest ones of an owner. */
export async function forgetOldRehearsals(database: Database, userId: string): Promise<void> {
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

/** False when it had ended already. */
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

/** Every part of some rehearsals with its contact as it stands now, contacts first, oldest first. */
export function listParts(
  database: Database,
  rehearsalIds: readonly string[],
): Promise<Omit<WholePart, 'rehearsal'>[]> {
  if (rehearsalIds.length === 0) return Promise.resolve([]);
  return database
    .db()
    .select({ part: rehearsalParts, contact: contactColumns })
    .from(rehearsalParts)
    .leftJoin(trustedContacts, eq(trustedContacts.id, rehearsalParts.contact_id))
    .where(inArray(rehearsalParts.rehearsal_id, [...rehearsalIds]))
    .orderBy(asc(rehearsalParts.kind), asc(trustedContacts.created_at), asc(rehearsalParts.id));
}

export async function findPart(
  database: Database,
  by: { id: string } | { digest: string },
): Promise<WholePart | undefined> {
  const [found] = await database
    .db()
    .select({ part: rehearsalParts, rehearsal: rehearsals, contact: contactColumns })
    .from(rehearsalParts)
    .innerJoin(rehearsals, eq(rehearsals.id, rehearsalParts.rehearsal_id))
    .leftJoin(trustedContacts, eq(trustedContacts.id, rehearsalParts.contact_id))
    .where('id' in by ? eq(rehearsalParts.id, by.id) : eq(rehearsalParts.digest, by.digest));
  return found;
}

/** Changes a part that still stands as the decision found it. */
export async function changePart(
  database: Database,
  { id, state, pin, pin_tries }: Pick<Part, 'id' | 'state' | 'pin' | 'pin_tries'>,
  changes: PartChanges,
): Promise<void> {
  const changed = await database
    .db()
    .update(rehearsalParts)
    .set(changes)
    .where(
      and(
        eq(rehearsalParts.id, id),
        eq(rehearsalParts.state, state),
        eq(rehearsalParts.pin, pin),
        eq(rehearsalParts.pin_tries, pin_tries),
      ),
    )
    .returning({ id: rehearsalParts.id });
  if (changed.length === 0) throw new Error('A locked part was changed by somebody else');
}

/** The next open rehearsals after an id whose time is over, or whose owner's protocol was started. */
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
