import { and, asc, eq, exists, gt, lte, max, min, not } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { trustedContacts } from '../contacts/public.ts';
import type { ReminderFacts } from './rehearsal-rules.ts';
import { rehearsalReminders, rehearsals } from './rehearsal-tables.ts';

/** The next owners after an id who had somebody confirmed, and neither a rehearsal nor a mail, since then. */
export async function listOwnersToRemind(
  database: Database,
  since: Date,
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const rehearsed = database
    .db()
    .select({ id: rehearsals.id })
    .from(rehearsals)
    .where(and(eq(rehearsals.user_id, trustedContacts.user_id), gt(rehearsals.started_at, since)));
  const reminded = database
    .db()
    .select({ id: rehearsalReminders.user_id })
    .from(rehearsalReminders)
    .where(
      and(
        eq(rehearsalReminders.user_id, trustedContacts.user_id),
        gt(rehearsalReminders.ordered_at, since),
      ),
    );
  const rows = await database
    .db()
    .selectDistinct({ user_id: trustedContacts.user_id })
    .from(trustedContacts)
    .where(
      and(
        gt(trustedContacts.user_id, afterUserId),
        eq(trustedContacts.status, 'confirmed'),
        lte(trustedContacts.created_at, since),
        not(exists(rehearsed)),
        not(exists(reminded)),
      ),
    )
    .orderBy(asc(trustedContacts.user_id))
    .limit(limit);
  return rows.map(({ user_id }) => user_id);
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

export async function keepReminder(
  database: Database,
  userId: string,
  orderedAt: Date,
): Promise<void> {
  const reminder = { ordered_at: orderedAt };
  await database
    .db()
    .insert(rehearsalReminders)
    .values({ user_id: userId, ...reminder })
    .onConflictDoUpdate({ target: rehearsalReminders.user_id, set: reminder });
}
