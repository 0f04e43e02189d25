import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { instructionContacts, instructions } from './instruction-tables.ts';

export interface ContactCounts {
  contact_id: string;
  instruction_count: number;
  sole_instruction_count: number;
}

/** Instructions that name each contact, and instructions that name only this contact. */
export function countByContact(database: Database, userId: string): Promise<ContactCounts[]> {
  return database.rows<ContactCounts>(sql`
    select
      contact_id,
      count(*)::int as instruction_count,
      (count(*) filter (where contacts = 1))::int as sole_instruction_count
    from (
      select contact_id, count(*) over (partition by instruction_id) as contacts
      from ${instructionContacts}
      where user_id = ${userId}
    ) assigned
    group by contact_id`);
}

/**
 * Increments the versions of all instructions for a contact, so that the owner cannot save one that
 * was opened with the former contacts.
 */
export async function raiseVersionsByContact(
  database: Database,
  userId: string,
  contactId: string,
): Promise<void> {
  await database.rows(sql`
    update ${instructions} set version = version + 1
    where id in (
      select instruction_id from ${instructionContacts}
      where user_id = ${userId} and contact_id = ${contactId}
    )`);
}

interface ReplacementResult {
  /** Number of the given contacts that belong to the owner. */
  known_contacts: number;
  /** Changed instructions; closed ones do not change. */
  count: number;
}

/**
 * Assigns open instructions to these contacts and no others. The new version prevents the owner
 * from saving one that was opened with the former contacts. Owner and instructions must be locked.
 */
export async function replaceAssignments(
  database: Database,
  userId: string,
  ids: readonly string[],
  contactIds: readonly string[],
  now: Date,
): Promise<ReplacementResult> {
  const ownContacts = sql`
    select ${trustedContacts.id} from ${trustedContacts}
    where ${trustedContacts.user_id} = ${userId}
      and ${trustedContacts.id} = any(${sql.param([...contactIds])}::uuid[])`;
  const [replaced] = await database.rows<ReplacementResult>(sql`
    with known as (${ownContacts}), changed as (
      update ${instructions} set version = version + 1, updated_at = ${now.toISOString()}
      where user_id = ${userId} and id = any(${sql.param([...ids])}::uuid[])
        and status = 'outbox' and queued_at is null
      returning id
    ), removed as (
      delete from ${instructionContacts}
      where instruction_id in (select id from changed)
        and contact_id not in (select id from known)
    ), added as (
      insert into ${instructionContacts} (instruction_id, contact_id, user_id)
      select changed.id, known.id, ${userId}::uuid from changed cross join known
      on conflict do nothing
    )
    select (select count(*)::int from known) as known_contacts,
      (select count(*)::int from changed) as count`);
  if (!replaced) throw new Error('Replacing assignments returned no row.');
  return replaced;
}

/** Adds one contact to the open instructions of another. */
export async function copyAssignments(
  database: Database,
  userId: string,
  fromContactId: string,
  toContactId: string,
): Promise<void> {
  await database.rows(sql`
    insert into ${instructionContacts} (instruction_id, contact_id, user_id)
    select instruction_id, ${toContactId}::uuid, user_id
    from ${instructionContacts}
    where user_id = ${userId} and contact_id = ${fromContactId}
      and instruction_id in (
        select id from ${instructions} where status = 'outbox' and queued_at is null)
    on conflict do nothing`);
}

export async function deleteAssignments(
  database: Database,
  userId: string,
  contactId: string,
): Promise<void> {
  await database
    .db()
    .delete(instructionContacts)
    .where(
      and(eq(instructionContacts.user_id, userId), eq(instructionContacts.contact_id, contactId)),
    );
}
