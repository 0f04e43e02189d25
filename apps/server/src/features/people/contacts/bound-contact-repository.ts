import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../identity/account/index.ts';
import type { Contact } from './contact-repository.ts';
import { contactInvitations, trustedContacts } from './contact-tables.ts';

/** The account that a contact with this address would be bound to. */
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

/** Owners with a contact bound to this account. */
export async function listOwnersBoundTo(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .db()
    .selectDistinct({ user_id: trustedContacts.user_id })
    .from(trustedContacts)
    .where(eq(trustedContacts.bound_user_id, userId));
  return rows.map(({ user_id }) => user_id);
}

/** Locks the contacts bound to an account. Their owners must be locked. */
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
 * Updates the address of contacts bound to an account. With several such contacts of one owner,
 * only the oldest changes; none does if another contact of that owner has the address.
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

/**
 * Deletes invitations after a change of the bound account: the holder of the former mailbox must
 * not answer.
 */
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
