import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { users } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import type { OwnerAddress } from '../activation/veto-rules.ts';
import { contactVetoes, formerSecondAddresses, secondAddresses } from '../protocol-tables.ts';

export type SecondAddress = typeof secondAddresses.$inferSelect;

type FormerSecondAddress = typeof formerSecondAddresses.$inferSelect;

export async function findSecondAddress(
  database: Database,
  by: { user_id: string } | { link_digest: string } | { link_id: string },
): Promise<SecondAddress | undefined> {
  const [found] = await database.db().select().from(secondAddresses).where(conditionOf(by));
  return found;
}

function conditionOf(by: Parameters<typeof findSecondAddress>[1]) {
  if ('user_id' in by) return eq(secondAddresses.user_id, by.user_id);
  if ('link_id' in by) return eq(secondAddresses.link_id, by.link_id);
  return eq(secondAddresses.link_digest, by.link_digest);
}

/** Saves a second address, replacing a former one. */
export async function saveSecondAddress(database: Database, address: SecondAddress): Promise<void> {
  await database
    .db()
    .insert(secondAddresses)
    .values(address)
    .onConflictDoUpdate({ target: secondAddresses.user_id, set: address });
}

/** Marks a second address as confirmed; false if it was already confirmed. */
export async function markSecondAddressConfirmed(
  database: Database,
  linkId: string,
  now: Date,
): Promise<boolean> {
  const confirmed = await database
    .db()
    .update(secondAddresses)
    .set({ confirmed_at: now })
    .where(and(eq(secondAddresses.link_id, linkId), isNull(secondAddresses.confirmed_at)))
    .returning({ id: secondAddresses.link_id });
  return confirmed.length > 0;
}

/** Deletes and returns the second address; with `email`, only if the address is the same. */
export async function deleteSecondAddress(
  database: Database,
  ownerId: string,
  email?: string,
): Promise<SecondAddress | undefined> {
  const [deleted] = await database
    .db()
    .delete(secondAddresses)
    .where(
      and(
        eq(secondAddresses.user_id, ownerId),
        email === undefined ? undefined : eq(secondAddresses.email, email),
      ),
    )
    .returning();
  return deleted;
}

export async function isConfirmedSecondAddress(
  database: Database,
  ownerId: string,
  email: string,
): Promise<boolean> {
  const { user_id, email: address, confirmed_at } = secondAddresses;
  const condition = and(eq(user_id, ownerId), eq(address, email), isNotNull(confirmed_at));
  return (await database.db().$count(secondAddresses, condition)) > 0;
}

/** True if a contact of the owner, of any status, has this address. */
export async function isContactAddress(
  database: Database,
  ownerId: string,
  email: string,
): Promise<boolean> {
  const condition = and(eq(trustedContacts.user_id, ownerId), eq(trustedContacts.email, email));
  return (await database.db().$count(trustedContacts, condition)) > 0;
}

export function listConfirmedContacts(
  database: Database,
  ownerId: string,
): Promise<{ id: string; name: string; is_blocked: boolean }[]> {
  return database
    .db()
    .select({
      id: trustedContacts.id,
      name: trustedContacts.name,
      is_blocked: sql<boolean>`${contactVetoes.vetoed_at} is not null`,
    })
    .from(trustedContacts)
    .leftJoin(contactVetoes, eq(contactVetoes.contact_id, trustedContacts.id))
    .where(and(eq(trustedContacts.user_id, ownerId), trustedContacts.is_confirmed))
    .orderBy(trustedContacts.created_at, trustedContacts.id);
}

export async function insertFormerAddress(
  database: Database,
  former: FormerSecondAddress,
): Promise<void> {
  await database.db().insert(formerSecondAddresses).values(former);
}

export async function findFormerAddress(
  database: Database,
  id: string,
): Promise<FormerSecondAddress | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(formerSecondAddresses)
    .where(eq(formerSecondAddresses.id, id));
  return found;
}

export async function deleteFormerAddress(database: Database, id: string): Promise<void> {
  await database.db().delete(formerSecondAddresses).where(eq(formerSecondAddresses.id, id));
}

/** Deletes former addresses whose mail is no longer retried. */
export function deleteOldFormerAddresses(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: formerSecondAddresses, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}

interface AddressRow {
  address: OwnerAddress;
  email: string;
  /** Null for the account's own address. */
  confirmed_at: Date | string | null;
}

/** The addresses for warnings: the account's own, and a confirmed second one. */
export function listOwnerAddresses(database: Database, ownerId: string): Promise<AddressRow[]> {
  return database.rows<AddressRow>(sql`
    select 'first' as address, ${users.email} as email, null::timestamptz as confirmed_at
    from ${users} where ${users.id} = ${ownerId}
    union all
    select 'second', ${secondAddresses.email}, ${secondAddresses.confirmed_at} from ${secondAddresses}
    where ${secondAddresses.user_id} = ${ownerId} and ${secondAddresses.confirmed_at} is not null`);
}

/** True if the address was confirmed for an account, as a contact or as a second address. */
export async function isConfirmedAddress(database: Database, email: string): Promise<boolean> {
  const [found] = await database.rows<{ confirmed: boolean }>(sql`
    select exists (select from ${users}
        where ${users.email} = ${email} and ${users.email_verified})
      or exists (select from ${trustedContacts}
        where ${trustedContacts.email} = ${email} and ${trustedContacts.is_confirmed})
      or exists (select from ${secondAddresses}
        where ${secondAddresses.email} = ${email} and ${secondAddresses.confirmed_at} is not null)
      as confirmed`);
  return found?.confirmed ?? false;
}
