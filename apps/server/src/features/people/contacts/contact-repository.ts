import { and, count, desc, eq, ne, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { ownerKeys, wrappedKeyColumns } from '../../identity/owner-keys/index.ts';
import {
  contactInvitations,
  contactNotices,
  contactReconfirmations,
  trustedContacts,
} from './contact-tables.ts';

export type Contact = typeof trustedContacts.$inferSelect;
/** Columns set by the owner's form. A column that the form omits is a compile error. */
export type FormColumns = Omit<
  Contact,
  | 'id'
  | 'user_id'
  | 'status'
  | 'is_confirmed'
  | 'protocol_activated_at'
  | 'bound_user_id'
  | 'is_account_deleted'
  | 'created_at'
  | 'updated_at'
>;
type NewContact = typeof trustedContacts.$inferInsert;
export type ContactChanges = Partial<Omit<NewContact, 'id' | 'user_id' | 'created_at'>>;

export type InvitationSummary = Pick<
  typeof contactInvitations.$inferSelect,
  'mail_state' | 'created_at' | 'expires_at' | 'tries'
>;

export type ReconfirmationSummary = Pick<
  typeof contactReconfirmations.$inferSelect,
  'confirmed_at' | 'asked_at' | 'is_unreached'
>;

interface ContactRecord {
  contact: Contact;
  invitation: InvitationSummary | null;
  reconfirmation: ReconfirmationSummary | null;
  key: WrappedOwnerKey | null;
}

/** Newest first. */
export function listContactRecords(database: Database, userId: string): Promise<ContactRecord[]> {
  return database
    .db()
    .select({
      contact: trustedContacts,
      invitation: {
        mail_state: contactInvitations.mail_state,
        created_at: contactInvitations.created_at,
        expires_at: contactInvitations.expires_at,
        tries: contactInvitations.tries,
      },
      // Includes the id, because Drizzle returns null for a joined row that consists of nulls.
      reconfirmation: {
        contact_id: contactReconfirmations.contact_id,
        confirmed_at: contactReconfirmations.confirmed_at,
        asked_at: contactReconfirmations.asked_at,
        is_unreached: contactReconfirmations.is_unreached,
      },
      key: wrappedKeyColumns,
    })
    .from(trustedContacts)
    .leftJoin(contactInvitations, eq(contactInvitations.contact_id, trustedContacts.id))
    .leftJoin(contactReconfirmations, eq(contactReconfirmations.contact_id, trustedContacts.id))
    .leftJoin(ownerKeys, eq(ownerKeys.user_id, trustedContacts.user_id))
    .where(eq(trustedContacts.user_id, userId))
    .orderBy(desc(trustedContacts.created_at), desc(trustedContacts.id));
}

export async function countContacts(database: Database, userId: string): Promise<number> {
  const [row] = await database
    .db()
    .select({ contacts: count() })
    .from(trustedContacts)
    .where(eq(trustedContacts.user_id, userId));
  return row?.contacts ?? 0;
}

/** True if another contact of this owner has the address. */
export async function isContactEmail(
  database: Database,
  userId: string,
  email: string,
  exceptId: string,
): Promise<boolean> {
  const found = await database
    .db()
    .select({ id: trustedContacts.id })
    .from(trustedContacts)
    .where(
      and(
        eq(trustedContacts.user_id, userId),
        eq(trustedContacts.email, email),
        ne(trustedContacts.id, exceptId),
      ),
    );
  return found.length > 0;
}

export async function insertContact(database: Database, contact: NewContact): Promise<Contact> {
  const [inserted] = await database.db().insert(trustedContacts).values(contact).returning();
  if (!inserted) throw new Error('A contact was not inserted');
  return inserted;
}

export async function findContactById(
  database: Database,
  id: string,
): Promise<Contact | undefined> {
  const [contact] = await database
    .db()
    .select()
    .from(trustedContacts)
    .where(eq(trustedContacts.id, id));
  return contact;
}

export async function findOwnContact(
  database: Database,
  userId: string,
  id: string,
): Promise<Contact | undefined> {
  const [contact] = await database.db().select().from(trustedContacts).where(isOwn(userId, id));
  return contact;
}

export async function lockContact(
  database: Database,
  userId: string,
  id: string,
): Promise<Contact | undefined> {
  const [contact] = await database
    .db()
    .select()
    .from(trustedContacts)
    .where(isOwn(userId, id))
    .for('update');
  return contact;
}

/** Owners with a contact of this address. */
export async function listOwnersByContactEmail(
  database: Database,
  email: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ user_id: trustedContacts.user_id })
    .from(trustedContacts)
    .where(eq(trustedContacts.email, email));
  return rows.map(({ user_id }) => user_id);
}

export async function lockContactByEmail(
  database: Database,
  userId: string,
  email: string,
): Promise<Contact | undefined> {
  const [contact] = await database
    .db()
    .select()
    .from(trustedContacts)
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.email, email)))
    .for('update');
  return contact;
}

/** Updates a contact. Undefined if the status has changed since it was read. */
export async function updateUnchangedContact(
  database: Database,
  contact: Contact,
  changes: ContactChanges,
): Promise<Contact | undefined> {
  const [updated] = await database
    .db()
    .update(trustedContacts)
    .set(changes)
    .where(hasSameStatus(contact))
    .returning();
  return updated;
}

/** Deletes a contact. Undefined if the status has changed since it was read. */
export async function deleteUnchangedContact(
  database: Database,
  contact: Contact,
): Promise<Contact | undefined> {
  const [deleted] = await database
    .db()
    .delete(trustedContacts)
    .where(hasSameStatus(contact))
    .returning();
  return deleted;
}

/** Marks all confirmed contacts of an owner. */
export async function markContactsActivated(
  database: Database,
  userId: string,
  now: Date,
): Promise<Pick<Contact, 'id' | 'email'>[]> {
  return database
    .db()
    .update(trustedContacts)
    .set({ status: 'activated', protocol_activated_at: now, updated_at: now })
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.status, 'confirmed')))
    .returning({ id: trustedContacts.id, email: trustedContacts.email });
}

/** Reverts `markContactsActivated`. */
export async function markContactsRearmed(
  database: Database,
  userId: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(trustedContacts)
    .set({ status: 'confirmed', protocol_activated_at: null, updated_at: now })
    .where(and(eq(trustedContacts.user_id, userId), eq(trustedContacts.status, 'activated')));
}

function isOwn(userId: string, id: string) {
  return and(eq(trustedContacts.id, id), eq(trustedContacts.user_id, userId));
}

function hasSameStatus({ id, user_id, status }: Contact) {
  return and(isOwn(user_id, id), eq(trustedContacts.status, status));
}

export type ContactNotice = typeof contactNotices.$inferSelect;

export async function insertContactNotice(
  database: Database,
  notice: ContactNotice,
): Promise<void> {
  await database.db().insert(contactNotices).values(notice);
}

export async function findContactNotice(
  database: Database,
  id: string,
): Promise<ContactNotice | undefined> {
  const [notice] = await database
    .db()
    .select()
    .from(contactNotices)
    .where(eq(contactNotices.id, id));
  return notice;
}

export async function deleteContactNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(contactNotices).where(eq(contactNotices.id, id));
}

/** Deletes notices that are so old that their mails are no longer retried. */
export function deleteOldContactNotices(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: contactNotices, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
