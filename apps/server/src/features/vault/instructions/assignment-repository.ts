import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
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

/** Prevents the owner from saving an instruction that was opened with the former contacts. */
export async function raiseVersionsNaming(
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
