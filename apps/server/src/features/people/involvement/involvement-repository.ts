import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../identity/account/index.ts';
import { operators } from '../../identity/operators/index.ts';
import { trustedContacts as contact } from '../contacts/index.ts';

const owner = alias(users, 'owner');
const person = alias(users, 'person');

/** SQL condition: the owner is this person, or has them as a contact by account or address. */
export function ownerInvolves(ownerId: SQLWrapper, userId: string | SQLWrapper): SQL {
  return sql`(${ownerId} = ${userId} or exists (
    select 1 from ${contact}
    where ${contact.user_id} = ${ownerId} and (
      ${contact.bound_user_id} = ${userId}
      or ${contact.email} = (
        select ${person.email} from ${users} ${person} where ${person.id} = ${userId}))))`;
}

/** The given owners who are this person, or have them as a contact by account or address. */
export async function listInvolvingOwners(
  database: Database,
  userId: string,
  ownerIds: readonly string[],
): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select ${owner.id} from ${users} ${owner}
    where ${owner.id} in ${ownerIds} and ${ownerInvolves(sql`${owner.id}`, userId)}`);
  return rows.map(({ id }) => id);
}

/** Operators who may act on this owner. */
export async function listUninvolvedOperators(
  database: Database,
  ownerId: string,
): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select ${person.id} from ${operators}
    inner join ${users} ${person} on ${person.id} = ${operators.user_id}
    where ${person.id} <> ${ownerId} and not exists (
      select 1 from ${contact}
      where ${contact.user_id} = ${ownerId}
        and (${contact.bound_user_id} = ${person.id} or ${contact.email} = ${person.email}))`);
  return rows.map(({ id }) => id);
}
