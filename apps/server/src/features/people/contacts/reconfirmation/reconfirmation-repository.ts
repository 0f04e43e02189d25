import { and, asc, eq, lte } from 'drizzle-orm';
import { isAfterCursor } from '../../../../platform/database/batches.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Contact } from '../contact-repository.ts';
import { contactReconfirmations, trustedContacts } from '../contact-tables.ts';
import type { ReconfirmationSchedule } from './reconfirmation-rules.ts';

export type Reconfirmation = typeof contactReconfirmations.$inferSelect;

export interface ContactWithReconfirmation {
  reconfirmation: Reconfirmation;
  contact: Contact;
}

/** Replaces the schedule and the link of an earlier confirmation. */
export async function startReconfirmation(
  database: Database,
  contactId: string,
  schedule: ReconfirmationSchedule,
): Promise<void> {
  const values = {
    ...schedule,
    ...{ link_id: null, link_digest: null, mailed_at: null, is_unreached: false },
  };
  await database
    .db()
    .insert(contactReconfirmations)
    .values({ contact_id: contactId, ...values })
    .onConflictDoUpdate({ target: contactReconfirmations.contact_id, set: values });
}

/** Deletes schedule and link of a contact who is no longer confirmed. */
export async function endReconfirmation(database: Database, contactId: string): Promise<void> {
  await database
    .db()
    .delete(contactReconfirmations)
    .where(eq(contactReconfirmations.contact_id, contactId));
}

export interface DueContact {
  contact_id: string;
  user_id: string;
  due_at: Date;
}

/** Confirmed contacts with a due mail, longest due first. */
export function listDueReconfirmations(
  database: Database,
  now: Date,
  after: DueContact | undefined,
  limit: number,
): Promise<DueContact[]> {
  const { contact_id, due_at } = contactReconfirmations;
  return database
    .db()
    .select({ contact_id, due_at, user_id: trustedContacts.user_id })
    .from(contactReconfirmations)
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

/** Undefined for unconfirmed contacts. */
export async function findReconfirmation(
  database: Database,
  by: { contact_id: string } | { link_id: string } | { link_digest: string },
): Promise<ContactWithReconfirmation | undefined> {
  const [found] = await database
    .db()
    .select({ reconfirmation: contactReconfirmations, contact: trustedContacts })
    .from(contactReconfirmations)
    .innerJoin(trustedContacts, eq(trustedContacts.id, contactReconfirmations.contact_id))
    .where(and(eq(trustedContacts.is_confirmed, true), conditionOf(by)));
  return found;
}

function conditionOf(by: Parameters<typeof findReconfirmation>[1]) {
  if ('contact_id' in by) return eq(contactReconfirmations.contact_id, by.contact_id);
  if ('link_id' in by) return eq(contactReconfirmations.link_id, by.link_id);
  return eq(contactReconfirmations.link_digest, by.link_digest);
}

/** Records a bounce of the latest mail; ignores bounces of earlier mails. */
export async function recordBouncedReconfirmation(
  database: Database,
  { link_id, reminders }: { link_id: string; reminders: number },
  wasSentTo: (address: string) => boolean,
): Promise<void> {
  const found = await findReconfirmation(database, { link_id });
  if (!found?.reconfirmation.asked_at || !wasSentTo(found.contact.email)) return;
  await database
    .db()
    .update(contactReconfirmations)
    .set({ is_unreached: true })
    .where(
      and(
        eq(contactReconfirmations.link_id, link_id),
        eq(contactReconfirmations.reminders, reminders),
      ),
    );
}

/** Throws if the row has changed since it was read. */
export async function updateReconfirmation(
  database: Database,
  { contact_id, due_at }: Reconfirmation,
  changes: Partial<Omit<Reconfirmation, 'contact_id'>>,
): Promise<void> {
  const changed = await database
    .db()
    .update(contactReconfirmations)
    .set(changes)
    .where(
      and(
        eq(contactReconfirmations.contact_id, contact_id),
        eq(contactReconfirmations.due_at, due_at),
      ),
    )
    .returning({ contact_id: contactReconfirmations.contact_id });
  if (changed.length === 0) throw new Error('The reconfirmation of a locked contact has changed');
}
