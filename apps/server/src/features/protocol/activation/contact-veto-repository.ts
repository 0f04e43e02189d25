import type { ApprovalBasis } from '@zavet/contract/protocol/protocol-values';
import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationPinTries, contactVetoes } from '../protocol-tables.ts';

/** Blocks contacts: they may not start until the owner unblocks or an operator approves them. */
export async function blockContacts(
  database: Database,
  contactIds: readonly string[],
  now: Date,
): Promise<void> {
  if (contactIds.length === 0) return;
  const blocked = {
    vetoed_at: now,
    questioned_at: null,
    approved_at: null,
    approved_basis: null,
  };
  await database
    .db()
    .insert(contactVetoes)
    .values(contactIds.map((contact_id) => ({ contact_id, ...blocked })))
    .onConflictDoUpdate({ target: contactVetoes.contact_id, set: blocked });
}

interface BlockedContactRow {
  id: string;
  name: string;
  vetoed_at: Date | string;
}

export function listBlocked(database: Database, ownerId: string): Promise<BlockedContactRow[]> {
  return database.rows<BlockedContactRow>(sql`
    select ${contact.id} as id, ${contact.name} as name, ${contactVetoes.vetoed_at} as vetoed_at
    from ${contactVetoes}
    inner join ${contact} on ${contact.id} = ${contactVetoes.contact_id}
    where ${contact.user_id} = ${ownerId} and ${contactVetoes.vetoed_at} is not null
    order by ${contactVetoes.vetoed_at}, ${contact.id}`);
}

/** Lifts the block of a contact; false if the owner has no such blocked contact. */
export function unblockContact(
  database: Database,
  ownerId: string,
  contactId: string,
): Promise<boolean> {
  return updateBlocked(database, ownerId, contactId, { vetoed_at: null });
}

/**
 * Records that the owner asks a contact for an explanation; false if there is no such blocked
 * contact.
 */
export function markQuestioned(
  database: Database,
  ownerId: string,
  contactId: string,
  now: Date,
): Promise<boolean> {
  return updateBlocked(database, ownerId, contactId, { questioned_at: now });
}

async function updateBlocked(
  database: Database,
  ownerId: string,
  contactId: string,
  changes: Partial<typeof contactVetoes.$inferInsert>,
): Promise<boolean> {
  const owned = database
    .db()
    .select({ id: contact.id })
    .from(contact)
    .where(and(eq(contact.id, contactId), eq(contact.user_id, ownerId)));
  const changed = await database
    .db()
    .update(contactVetoes)
    .set(changes)
    .where(and(inArray(contactVetoes.contact_id, owned), isNotNull(contactVetoes.vetoed_at)))
    .returning({ id: contactVetoes.contact_id });
  return changed.length > 0;
}

/** Records an approval by operators, which lifts the block of a veto and waives the PIN. */
export async function markApproved(
  database: Database,
  contactId: string,
  basis: ApprovalBasis,
  now: Date,
): Promise<void> {
  const approved = { approved_at: now, vetoed_at: null, questioned_at: null };
  // An approval by death certificate keeps this basis when the contact is approved again.
  const { approved_basis } = contactVetoes;
  const stronger = sql`case when ${approved_basis} = 'death_certificate' then ${approved_basis} else ${basis} end`;
  await database
    .db()
    .insert(contactVetoes)
    .values({ contact_id: contactId, ...approved, approved_basis: basis })
    .onConflictDoUpdate({
      target: contactVetoes.contact_id,
      set: { ...approved, approved_basis: stronger },
    });
}

/** Ends the approval of a contact, unless it was renewed after `before`. */
export async function endApprovalOf(
  database: Database,
  contactId: string,
  before?: Date,
): Promise<void> {
  const { contact_id, approved_at } = contactVetoes;
  await database
    .db()
    .update(contactVetoes)
    .set({ approved_at: null, approved_basis: null })
    .where(and(eq(contact_id, contactId), before && lte(approved_at, before)));
}

/**
 * Ends the approvals of an owner's contacts, because the owner is alive. `without_certificate` is
 * for a mailed link: the mailbox may be in other hands, so it does not refute a death certificate.
 */
export async function endApprovals(
  database: Database,
  ownerId: string,
  which: 'all' | 'without_certificate',
): Promise<void> {
  const { contact_id, approved_at, approved_basis } = contactVetoes;
  const condition =
    which === 'all' ? undefined : sql`${approved_basis} is distinct from 'death_certificate'`;
  const owned = database
    .db()
    .select({ id: contact.id })
    .from(contact)
    .where(eq(contact.user_id, ownerId));
  await database
    .db()
    .update(contactVetoes)
    .set({ approved_at: null, approved_basis: null })
    .where(and(inArray(contact_id, owned), isNotNull(approved_at), condition));
}

export type PinTries = Pick<typeof activationPinTries.$inferSelect, 'failures' | 'locked_until'>;

/** Locks and returns the PIN attempts of a contact; undefined if the contact was deleted. */
export async function lockPinTries(
  database: Database,
  contactId: string,
): Promise<PinTries | undefined> {
  await database.rows(sql`
    insert into ${activationPinTries} (contact_id)
    select ${contact.id} from ${contact} where ${contact.id} = ${contactId}
    on conflict do nothing`);
  const [tries] = await database
    .db()
    .select({
      failures: activationPinTries.failures,
      locked_until: activationPinTries.locked_until,
    })
    .from(activationPinTries)
    .where(eq(activationPinTries.contact_id, contactId))
    .for('update');
  return tries;
}

export async function savePinTries(
  database: Database,
  contactId: string,
  tries: PinTries,
): Promise<void> {
  await database
    .db()
    .update(activationPinTries)
    .set(tries)
    .where(eq(activationPinTries.contact_id, contactId));
}
