import type { Day } from '@zavet/contract/days';
import type { Locale } from '@zavet/contract/locales';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { removalTellings as telling } from './plan-tables.ts';
import type { ToldContact } from './removal-rules.ts';

export interface ContactToTell extends ToldContact {
  id: string;
}

/** The confirmed contacts of an owner, and what each was told since the plan ran out. */
export function listToldContacts(
  database: Database,
  userId: string,
  expiredOn: Day | null,
): Promise<ContactToTell[]> {
  return database.rows<ContactToTell>(sql`
    select ${contact.id} as id,
      (
        select max(${telling.ordered_on})::text from ${telling}
        where ${telling.contact_id} = ${contact.id} and ${telling.expired_on} = ${expiredOn}
          and not ${telling.is_last}
      ) as first_ordered_on,
      (
        select json_build_object(
          'ordered_on', ${telling.ordered_on}, 'taken_on', ${telling.taken_on},
          'refused_on', ${telling.refused_on})
        from ${telling}
        where ${telling.contact_id} = ${contact.id} and ${telling.expired_on} = ${expiredOn}
          and ${telling.is_last}
        order by ${telling.taken_on} desc nulls last, ${telling.ordered_on} desc
        limit 1
      ) as last
    from ${contact}
    where ${contact.user_id} = ${userId} and ${contact.is_confirmed}
    order by ${contact.created_at}, ${contact.id}`);
}

/** Notes that these contacts are to be told; who was told the same already is left out. */
export async function insertTellings(
  database: Database,
  contactIds: readonly string[],
  told: Pick<
    typeof telling.$inferInsert,
    'user_id' | 'expired_on' | 'files_removed_on' | 'is_last' | 'ordered_on'
  >,
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = await database
    .db()
    .insert(telling)
    .values(contactIds.map((contact_id) => ({ id: newId(), contact_id, ...told })))
    .onConflictDoNothing()
    .returning({ id: telling.id });
  return rows.map(({ id }) => id);
}

/** A telling with its contact, as long as the owner trusts that contact. */
export async function findTelling(database: Database, id: string) {
  const [found] = await database
    .db()
    .select({
      telling,
      contact: { email: contact.email, language: contact.preferred_language },
    })
    .from(telling)
    .innerJoin(contact, eq(contact.id, telling.contact_id))
    .where(and(eq(telling.id, id), eq(contact.is_confirmed, true)));
  return found;
}

export async function beginReport(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(telling)
    .set({ begun_at: now })
    .where(and(eq(telling.id, id), isNull(telling.begun_at)));
}

export async function recordTelling(
  database: Database,
  id: string,
  said: { taken_on: Day } | { refused_on: Day },
): Promise<void> {
  await database.db().update(telling).set(said).where(eq(telling.id, id));
}

/** What was told about a day that no longer holds. */
export async function deleteTellings(database: Database, userId: string): Promise<void> {
  await database.db().delete(telling).where(eq(telling.user_id, userId));
}

/** The contacts who were told, or may have been, each once. */
export async function listBegunContacts(database: Database, userId: string): Promise<string[]> {
  const rows = await database.rows<{ contact_id: string }>(sql`
    select distinct ${telling.contact_id} as contact_id from ${telling}
    where ${telling.user_id} = ${userId} and ${telling.begun_at} is not null
    order by contact_id`);
  return rows.map(({ contact_id }) => contact_id);
}

export interface ContactOfOwner {
  name: string;
  email: string;
  language: Locale;
  owner_id: string;
}

/** A confirmed contact, to be written to. */
export async function findConfirmedContact(
  database: Database,
  contactId: string,
): Promise<ContactOfOwner | undefined> {
  const [found] = await database
    .db()
    .select({
      name: contact.name,
      email: contact.email,
      language: contact.preferred_language,
      owner_id: contact.user_id,
    })
    .from(contact)
    .where(and(eq(contact.id, contactId), eq(contact.is_confirmed, true)));
  return found;
}
