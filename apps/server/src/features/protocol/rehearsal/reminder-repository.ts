import { and, asc, eq, lte, max, min } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { isBehind } from '../../../platform/database/keyset.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import type { ReminderFacts } from './rehearsal-rules.ts';
import { rehearsalReminders, rehearsals } from './rehearsal-tables.ts';

/** Where a walk through the owners whose time has come goes on. */
export interface LookPlace {
  look_at: Date;
  user_id: string;
}

/** The next owners at whom it is time to look, those first who wait longest. */
export async function listOwnersToLookAt(
  database: Database,
  now: Date,
  after: LookPlace | undefined,
  limit: number,
): Promise<LookPlace[]> {
  const { look_at, user_id } = rehearsalReminders;
  return database
    .db()
    .select({ look_at, user_id })
    .from(rehearsalReminders)
    .where(
      and(lte(look_at, now), after && isBehind([look_at, after.look_at], [user_id, after.user_id])),
    )
    .orderBy(asc(look_at), asc(user_id))
    .limit(limit);
}

/** Undefined for an owner without a confirmed contact. */
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
    last_reminder: reminder?.ordered_at ?? null,
  };
}

export async function keepLook(
  database: Database,
  userId: string,
  changes: { look_at: Date; ordered_at?: Date },
): Promise<void> {
  await database
    .db()
    .update(rehearsalReminders)
    .set(changes)
    .where(eq(rehearsalReminders.user_id, userId));
}
