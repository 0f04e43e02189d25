import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../identity/account/index.ts';
import type { Contact } from './contact-repository.ts';
import { contactInvitations, trustedContacts } from './contact-tables.ts';

/** The account that a contact with this address would be bound to, as things are. */
export async function findAccountByEmail(
  database: Database,
  email: string,
): Promise<string | undefined> {
  const [found] = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.email_verified, true)));
  return found?.id;
}

/** The owners to whom a person is a contact. */
export async function listOwnersBoundTo(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .selectDistinct({ user_id: trustedContacts.user_id })
    .from(trustedContacts)
    .where(eq(trustedContacts.bound_user_id, userId));
  return rows.map(({ user_id }) => user_id);
}

/** The contacts that a person is, held until the transaction ends. Their owners must be locked. */
export async function lockContactsBoundTo(database: Database, userId: string): Promise<Contact[]> {
  return database
    .db()
    .select()
    .from(trustedContacts)
    .where(eq(trustedContacts.bound_user_id, userId))
    .orderBy(trustedContacts.id)
    .for('update');
}

/**
 * Gives the contacts that a person is the person's new address. One who is several contacts of an
 * owner, or whose address that owner keeps for another contact, keeps the former one there.
 */
export async function updateBoundEmails(
  database: Database,
  userId: string,
  email: string,
  now: Date,
): Promise<Pick<Contact, 'id' | 'user_id'>[]> {
  return database.rows(sql`
    update ${trustedContacts} set email = ${email}, updated_at = ${now.toISOString()}::timestamptz
    where id in (
      select distinct on (user_id) id from ${trustedContacts}
      where bound_user_id = ${userId}
      order by user_id, created_at, id)
    and not exists (
      select 1 from ${trustedContacts} other
      where other.user_id = ${trustedContacts.user_id} and other.email = ${email})
    returning id, user_id`);
}

/** The holder of the former mailbox can no longer answer for these contacts. */
export async function deleteInvitations(
  database: Database,
  contactIds: readonly string[],
): Promise<void> {
  if (contactIds.length === 0) return;
  await database
    .db()
    .delete(contactInvitations)
    .where(inArray(contactInvitations.contact_id, [...contactIds]));
}
