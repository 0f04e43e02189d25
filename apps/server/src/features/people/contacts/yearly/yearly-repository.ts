import { and, asc, eq, lte } from 'drizzle-orm';
import { isAfterCursor } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Contact } from '../contact-repository.ts';
import { contactChecks, trustedContacts } from '../contact-tables.ts';
import type { Year } from './yearly-rules.ts';

export type ContactCheck = typeof contactChecks.$inferSelect;

export interface CheckedContact {
  check: ContactCheck;
  contact: Contact;
}

/** The year of a contact who has just agreed; what was before no longer counts. */
export async function beginYear(database: Database, contactId: string, year: Year): Promise<void> {
  const fresh = {
    ...year,
    ...{ link_id: null, link_digest: null, mailed_at: null, is_unreached: false },
  };
  await database
    .db()
    .insert(contactChecks)
    .values({ contact_id: contactId, ...fresh })
    .onConflictDoUpdate({ target: contactChecks.contact_id, set: fresh });
}

/** A contact who is not confirmed is not asked, and the link of the last question ends. */
export async function endYear(database: Database, contactId: string): Promise<void> {
  await database.db().delete(contactChecks).where(eq(contactChecks.contact_id, contactId));
}

/** A contact to whom a mail is due, and where a walk through them goes on. */
export interface DueContact {
  contact_id: string;
  user_id: string;
  due_at: Date;
}

/** The next confirmed contacts to whom a mail is due, those first who wait longest. */
export function listDue(
  database: Database,
  now: Date,
  after: DueContact | undefined,
  limit: number,
): Promise<DueContact[]> {
  const { contact_id, due_at } = contactChecks;
  return database
    .db()
    .select({ contact_id, due_at, user_id: trustedContacts.user_id })
    .from(contactChecks)
    .innerJoin(trustedContacts, eq(trustedContacts.id, contact_id))
    .where(
      and(
        eq(trustedContacts.status, 'confirmed'),
        lte(due_at, now),
        after && isAfterCursor([due_at, after.due_at], [contact_id, after.contact_id]),
      ),
    )
    .orderBy(asc(due_at), asc(contact_id))
    .limit(limit);
}

/** A contact with its question. One who is not confirmed has none. */
export async function findChecked(
  database: Database,
  by: { contact_id: string } | { link_id: string } | { link_digest: string },
): Promise<CheckedContact | undefined> {
  const [found] = await database
    .db()
    .select({ check: contactChecks, contact: trustedContacts })
    .from(contactChecks)
    .innerJoin(trustedContacts, eq(trustedContacts.id, contactChecks.contact_id))
    .where(and(eq(trustedContacts.is_confirmed, true), conditionOf(by)));
  return found;
}

function conditionOf(by: Parameters<typeof findChecked>[1]) {
  if ('contact_id' in by) return eq(contactChecks.contact_id, by.contact_id);
  if ('link_id' in by) return eq(contactChecks.link_id, by.link_id);
  return eq(contactChecks.link_digest, by.link_digest);
}

/** The latest mail of a question did not arrive. A report about an earlier one says nothing new. */
export async function recordBouncedQuestion(
  database: Database,
  { link_id, reminders }: { link_id: string; reminders: number },
  wentTo: (address: string) => boolean,
): Promise<void> {
  const checked = await findChecked(database, { link_id });
  if (!checked?.check.asked_at || !wentTo(checked.contact.email)) return;
  await database
    .db()
    .update(contactChecks)
    .set({ is_unreached: true })
    .where(and(eq(contactChecks.link_id, link_id), eq(contactChecks.reminders, reminders)));
}

/** Changes a question that still stands as the decision found it. */
export async function changeCheck(
  database: Database,
  { contact_id, due_at }: Pick<ContactCheck, 'contact_id' | 'due_at'>,
  changes: Partial<Omit<ContactCheck, 'contact_id'>>,
): Promise<void> {
  const changed = await database
    .db()
    .update(contactChecks)
    .set(changes)
    .where(and(eq(contactChecks.contact_id, contact_id), eq(contactChecks.due_at, due_at)))
    .returning({ contact_id: contactChecks.contact_id });
  if (changed.length === 0) throw new Error('A locked question was changed by somebody else');
}
