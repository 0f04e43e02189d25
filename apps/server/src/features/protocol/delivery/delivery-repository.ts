import { and, eq, getTableColumns, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { trustedContacts as contact } from '../../contacts/public.ts';
import { instructionContacts } from '../../instructions/public.ts';
import { deliveries, deliveryEvents, deliveryLinks } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import type { NamedContact } from './delivery-rules.ts';
import type { DeliveryEventKind } from './delivery-values.ts';
import { isUnreached } from './recipient-repository.ts';

export type Delivery = typeof deliveries.$inferSelect;

export interface NewDelivery
  extends Pick<
    Delivery,
    'id' | 'activation_id' | 'user_id' | 'instruction_id' | 'contact_id' | 'state' | 'created_at'
  > {
  /** Null where no mail is sent. */
  link: { id: string; digest: string; expires_at: Date } | null;
}

/** A statement takes at most 65,535 values. */
const rowsAtOnce = 2000;

export async function insertDeliveries(
  database: Database,
  created: readonly NewDelivery[],
): Promise<void> {
  for (let from = 0; from < created.length; from += rowsAtOnce) {
    const part = created.slice(from, from + rowsAtOnce);
    await database
      .db()
      .insert(deliveries)
      .values(part.map(({ link: _, ...row }) => ({ ...row, next_attempt_at: row.created_at })));
    const links = part.flatMap(({ id, link, created_at }) =>
      link ? [{ ...link, delivery_id: id, created_at }] : [],
    );
    if (links.length === 0) continue;
    await database.db().insert(deliveryLinks).values(links);
    await recordDeliveryEvents(
      database,
      links.map(({ delivery_id, created_at }) => ({ delivery_id, kind: 'queued', created_at })),
    );
  }
}

/** The contacts of an owner, and which of them took part in the activation. */
export function listNamedContacts(database: Database, ownerId: string): Promise<NamedContact[]> {
  return database
    .db()
    .select({
      id: contact.id,
      email: contact.email,
      is_activated: sql<boolean>`${contact.status} = 'activated'`,
    })
    .from(contact)
    .where(eq(contact.user_id, ownerId))
    .orderBy(contact.id);
}

export interface NewDeliveryEvent {
  id?: string;
  delivery_id: string;
  kind: DeliveryEventKind;
  reply?: string | null;
  created_at: Date;
}

/** Adds to the ledger. */
export async function recordDeliveryEvents(
  database: Database,
  events: readonly NewDeliveryEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await database
    .db()
    .insert(deliveryEvents)
    .values(events.map((event) => ({ ...event, id: event.id ?? newId() })));
}

export interface DeliveryCounts {
  total: number;
  accepted: number;
  waiting: number;
  unreachable: number;
  withheld: number;
}

/** What an owner took back from a contact who never agreed is not meant for that contact any more. */
export const isMeant = sql`(deliveries.state <> 'withheld' or exists (
  select 1 from ${instructionContacts}
  where ${instructionContacts.instruction_id} = deliveries.instruction_id
    and ${instructionContacts.contact_id} = deliveries.contact_id))`;

/** How far an activation is, of all that was meant. */
export function countsOf(activationId: SQL): SQL {
  return sql`
    select
      count(*)::int as total,
      (count(*) filter (where state = 'accepted'))::int as accepted,
      (count(*) filter (where state = 'queued'))::int as waiting,
      (count(*) filter (where state = 'unreachable'))::int as unreachable,
      (count(*) filter (where state = 'withheld'))::int as withheld
    from ${deliveries} where activation_id = ${activationId} and ${isMeant}`;
}

export async function countDeliveries(
  database: Database,
  activationId: string,
): Promise<DeliveryCounts> {
  const [counts] = await database.rows<DeliveryCounts>(countsOf(sql`${activationId}::uuid`));
  if (!counts) throw new Error('Counting answered nothing.');
  return counts;
}

/** Of these instructions, those that the mail server of everybody who gets one has taken. */
export async function findFullyAccepted(
  database: Database,
  instructionIds: readonly string[],
): Promise<string[]> {
  if (instructionIds.length === 0) return [];
  const rows = await database
    .db()
    .select({ id: deliveries.instruction_id })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.instruction_id, [...instructionIds]),
        ne(deliveries.state, 'withheld'),
      ),
    )
    .groupBy(deliveries.instruction_id)
    .having(sql`bool_and(${deliveries.state} = 'accepted')`);
  return rows.map(({ id }) => id);
}

export interface LockedDelivery extends Delivery {
  is_claimed: boolean;
}

/** Held until the transaction ends. The owner must be locked before. */
export async function lockDelivery(
  database: Database,
  id: string,
): Promise<LockedDelivery | undefined> {
  const [found] = await database
    .db()
    .select({
      ...getTableColumns(deliveries),
      is_claimed: sql<boolean>`(${isClaimed}) is true`,
    })
    .from(deliveries)
    .where(eq(deliveries.id, id))
    .for('update');
  return found;
}

/** Has a letter sent again, with the link it has now. */
export async function queueAgain(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(deliveries)
    .set({
      state: 'queued',
      refusals: 0,
      last_refusal: null,
      next_attempt_at: now,
      reported_at: null,
    })
    .where(eq(deliveries.id, id));
}

export async function findDelivery(database: Database, id: string): Promise<Delivery | undefined> {
  const [found] = await database.db().select().from(deliveries).where(eq(deliveries.id, id));
  return found;
}

/** Writes down a corrected address. */
export async function saveCorrection(
  database: Database,
  id: string,
  correctedEmail: string,
): Promise<void> {
  await database
    .db()
    .update(deliveries)
    .set({ corrected_email: correctedEmail })
    .where(and(eq(deliveries.id, id), isNull(deliveries.corrected_email)));
}

/** Marks what the contact who activated has not been told yet. False when there is nothing new. */
export async function markReported(
  database: Database,
  activationId: string,
  now: Date,
): Promise<boolean> {
  const marked = await database.rows(sql`
    update ${deliveries} set reported_at = ${now.toISOString()}::timestamptz
    where activation_id = ${activationId} and reported_at is null and ${isUnreached}
    returning id`);
  return marked.length > 0;
}

/** Links that end soon and whose recipients have not been reminded; marks them as reminded. */
export async function takeExpiringLinks(
  database: Database,
  now: Date,
  until: Date,
  limit: number,
): Promise<{ id: string; delivery_id: string }[]> {
  return database.rows(sql`
    update ${deliveryLinks} set reminded_at = ${now.toISOString()}::timestamptz
    where reminded_at is null and id in (
      select link.id from ${deliveryLinks} link
      inner join ${deliveries} on deliveries.id = link.delivery_id and deliveries.state = 'accepted'
      where link.closed_at is null and link.reminded_at is null
        and link.expires_at > ${now.toISOString()} and link.expires_at <= ${until.toISOString()}
      limit ${limit})
    returning id, delivery_id`);
}

/** Activations with a mail that should have been tried a while ago. */
export async function listOverdueActivations(
  database: Database,
  moment: Date,
  furthest: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ activation_id: string }>(sql`
    select distinct activation_id from ${deliveries}
    where state = 'queued'
      and (next_attempt_at <= ${moment.toISOString()} or next_attempt_at > ${furthest.toISOString()})
    limit ${limit}`);
  return rows.map(({ activation_id }) => activation_id);
}
