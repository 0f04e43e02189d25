import { moscowDay } from '@zavet/contract/days';
import {
  type ActivationStatus,
  type ApprovalBasis,
  effectiveActivationStatuses,
  openActivationStatuses,
  startedActivationStatuses,
  vetoableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { and, eq, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import type { releaseAttempts } from '../../billing/plans/index.ts';
import { userProfiles, users } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructionContacts, instructions } from '../../vault/instructions/index.ts';
import { activationRequests, contactVetoes } from '../protocol-tables.ts';
import type { ContactState } from './activation-rules.ts';

export type Activation = typeof activationRequests.$inferSelect;

export async function insertActivation(
  database: Database,
  activation: typeof activationRequests.$inferInsert,
): Promise<void> {
  await database.db().insert(activationRequests).values(activation);
}

export function findActivation(database: Database, id: string): Promise<Activation | undefined> {
  return findOne(database, eq(activationRequests.id, id));
}

export function findActivationOfPayment(
  database: Database,
  paymentId: string,
): Promise<Activation | undefined> {
  return findOne(database, eq(activationRequests.payment_id, paymentId));
}

export function findEffectiveActivation(
  database: Database,
  ownerId: string,
): Promise<Activation | undefined> {
  return findOne(database, isOfOwner(ownerId, effectiveActivationStatuses));
}

/** An owner's activation that is in its waiting period or in effect. */
export function findStartedActivation(
  database: Database,
  ownerId: string,
): Promise<Activation | undefined> {
  return findOne(database, isOfOwner(ownerId, startedActivationStatuses));
}

/** The unpaid activation of a contact. The owner must be locked. */
export function findOpenActivation(
  database: Database,
  { owner_id, contact_id }: { owner_id: string; contact_id: string },
): Promise<Activation | undefined> {
  const isContacts = eq(activationRequests.trusted_contact_id, contact_id);
  return findOne(database, and(isOfOwner(owner_id, openActivationStatuses), isContacts));
}

/** Activations that the owner can veto, oldest first. */
export function listVetoableStarts(database: Database, ownerId: string): Promise<Activation[]> {
  return database
    .db()
    .select()
    .from(activationRequests)
    .where(isOfOwner(ownerId, vetoableActivationStatuses))
    .orderBy(activationRequests.created_at, activationRequests.id);
}

/** Locks an activation until the transaction ends. The owner must already be locked. */
export async function lockActivation(
  database: Database,
  id: string,
): Promise<Activation | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(activationRequests)
    .where(eq(activationRequests.id, id))
    .for('update');
  return found;
}

/** Locks the other unpaid activations of an owner. The owner must be locked. */
export function lockCompetingActivations(
  database: Database,
  { id, deceased_user_id }: Activation,
): Promise<Activation[]> {
  return database
    .db()
    .select()
    .from(activationRequests)
    .where(and(isOfOwner(deceased_user_id, openActivationStatuses), ne(activationRequests.id, id)))
    .orderBy(activationRequests.id)
    .for('update');
}

async function findOne(
  database: Database,
  condition: SQL | undefined,
): Promise<Activation | undefined> {
  const [found] = await database.db().select().from(activationRequests).where(condition);
  return found;
}

function isOfOwner(ownerId: string, statuses: readonly ActivationStatus[]): SQL | undefined {
  const { deceased_user_id, status } = activationRequests;
  return and(eq(deceased_user_id, ownerId), inArray(status, [...statuses]));
}

type ActivationChanges = Partial<
  Omit<typeof activationRequests.$inferInsert, 'id' | 'deceased_user_id' | 'status' | 'created_at'>
>;

/** Moves an activation to `next`; fails if its status has changed since it was read. */
export async function moveActivation(
  database: Database,
  { id, status }: Pick<Activation, 'id' | 'status'>,
  next: ActivationStatus,
  now: Date,
  changes: ActivationChanges = {},
): Promise<void> {
  const moved = await database
    .db()
    .update(activationRequests)
    .set({
      status: next,
      updated_at: now,
      // Every step restarts the time until the activation becomes stale.
      end_reminder: null,
      end_reminded_at: null,
      ...(next === 'activated' && { activated_at: now }),
      ...changes,
    })
    .where(and(eq(activationRequests.id, id), eq(activationRequests.status, status)))
    .returning({ id: activationRequests.id });
  assertUpdated(moved);
}

/** Fails if a guarded update of a locked activation matched no row. */
export function assertUpdated(rows: readonly unknown[]): void {
  if (rows.length === 0) {
    throw new Error('A locked activation was changed by another transaction.');
  }
}

const initiator = alias(users, 'initiator');

export interface ContactStateRow extends ContactState {
  contact_name: string | null;
  pin_hash: string | null;
  is_approved: boolean;
  approved_basis: ApprovalBasis | null;
}

/**
 * The contact's status, and the facts that decide about a start by the initiator. Undefined if the
 * owner was deleted.
 */
export async function findContactState(
  database: Database,
  ids: { owner_id: string; contact_id: string | null; initiator_id: string | null },
): Promise<ContactStateRow | undefined> {
  const [found] = await database.rows<ContactStateRow>(sql`
    select
      ${contact.status} as contact_status, ${contact.bound_user_id} as bound_user_id,
      ${contact.name} as contact_name, ${initiator.id} as initiator_id,
      ${userProfiles.pin_hash} as pin_hash,
      ${contactVetoes.vetoed_at} is not null as is_vetoed,
      ${contactVetoes.approved_at} is not null as is_approved,
      ${contactVetoes.approved_basis} as approved_basis
    from ${users}
    left join ${userProfiles} on ${userProfiles.user_id} = ${users.id}
    left join ${contact}
      on ${contact.user_id} = ${users.id} and ${contact.id} = ${ids.contact_id}::uuid
    left join ${contactVetoes} on ${contactVetoes.contact_id} = ${contact.id}
    left join ${users} ${initiator}
      on ${initiator.id} = ${ids.initiator_id}::uuid and ${initiator.id} <> ${users.id}
    where ${users.id} = ${ids.owner_id}`);
  return found;
}

export function findContactStateOf(
  database: Database,
  activation: Activation,
): Promise<ContactStateRow | undefined> {
  return findContactState(database, {
    owner_id: activation.deceased_user_id,
    contact_id: activation.trusted_contact_id,
    initiator_id: activation.initiator_user_id,
  });
}

/** True if a release now would reach at least one recipient. */
export async function hasSomethingToDeliver(database: Database, ownerId: string): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from ${instructions}
    where ${instructions.user_id} = ${ownerId} and ${instructions.status} = 'outbox'
      and ${instructions.queued_at} is null
      and (${instructions.has_recipient} or exists (
        select 1 from ${instructionContacts}
        inner join ${contact} on ${contact.id} = ${instructionContacts.contact_id}
        where ${instructionContacts.instruction_id} = ${instructions.id}
          and ${contact.status} = 'confirmed'))
    limit 1`);
  return found.length > 0;
}

/**
 * Payments of other contacts that are stored as pending. If a notification was lost, the provider
 * may already have ended them.
 */
export async function listCompetingPayments(
  database: Database,
  { owner_id, initiator_id }: { owner_id: string; initiator_id: string },
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ payment_id: string }>(sql`
    select payment_id from ${activationRequests}
    where deceased_user_id = ${owner_id} and status = 'payment_pending'
      and payment_id is not null and initiator_user_id is distinct from ${initiator_id}::uuid
    order by created_at desc limit ${limit}`);
  return rows.map(({ payment_id }) => payment_id);
}

export interface PayingContactRow {
  activation_id: string;
  contact_id: string;
  initiator_user_id: string;
  name: string;
  email: string;
  started_at: Date | string;
}

/** Selects contacts with a recent pending payment, to show to the owner and the other contacts. */
export function selectPayingContacts(ownerId: SQLWrapper, since: SQLWrapper): SQL {
  return sql`
    select activation.id as activation_id, activation.initiator_user_id,
      coalesce(activation.payment_started_at, activation.created_at) as started_at,
      ${contact.id} as contact_id, ${contact.name} as name, ${contact.email} as email
    from ${activationRequests} activation
    inner join ${contact}
      on ${contact.id} = activation.trusted_contact_id and ${contact.status} = 'confirmed'
      and ${contact.bound_user_id} = activation.initiator_user_id
    where activation.deceased_user_id = ${ownerId} and activation.status = 'payment_pending'
      and coalesce(activation.payment_started_at, activation.created_at) > ${since}::timestamptz`;
}

export function listPayingContacts(
  database: Database,
  ownerId: string,
  since: Date,
): Promise<PayingContactRow[]> {
  return database.rows<PayingContactRow>(
    sql`${selectPayingContacts(sql`${ownerId}::uuid`, sql`${since.toISOString()}`)}
      order by activation.created_at, activation.id`,
  );
}

/** All activations of an owner, with the days that the rules of plans need. */
export async function listAttemptDays(
  database: Database,
  ownerId: string,
): ReturnType<ReturnType<typeof releaseAttempts>> {
  const { status, activated_at, updated_at, deceased_user_id } = activationRequests;
  const rows = await database
    .db()
    .select({ status, activated_at, updated_at })
    .from(activationRequests)
    .where(eq(deceased_user_id, ownerId));
  return rows.map((row) => ({
    status: row.status,
    activated_on: row.activated_at && moscowDay(row.activated_at),
    changed_on: moscowDay(row.updated_at),
  }));
}
