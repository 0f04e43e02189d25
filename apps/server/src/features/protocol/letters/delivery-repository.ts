import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import { newId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructionContacts } from '../../vault/instructions/index.ts';
import type { DeliveryEventKind } from './delivery-rules.ts';
import { deliveries, deliveryEvents } from './delivery-tables.ts';
import type { NamedContact } from './recipient-rules.ts';

/** A statement takes at most 65,535 values. */
const maxRowsPerInsert = 2000;

/** Inserts deliveries with their ledger entries. The envelopes must already exist. */
export async function insertDeliveries(
  database: Database,
  created: readonly (typeof deliveries.$inferSelect)[],
): Promise<void> {
  for (let from = 0; from < created.length; from += maxRowsPerInsert) {
    await database
      .db()
      .insert(deliveries)
      .values(created.slice(from, from + maxRowsPerInsert));
  }
  await recordDeliveryEvents(
    database,
    created
      .filter(({ state }) => state === 'queued')
      .map(({ id, created_at }) => ({ delivery_id: id, kind: 'queued', created_at })),
  );
}

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

/** Appends events to the ledger, with the same prepared statement for any number of events. */
export async function recordDeliveryEvents(
  database: Database,
  events: readonly NewDeliveryEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ ...event, id: event.id ?? newId() }));
  await database.rows(insertEventsSql({ rows: JSON.stringify(rows) }));
}

const insertEventsSql = prepareStatement<{ rows: string }>(
  ({ rows }) => sql`
    insert into ${deliveryEvents} (id, delivery_id, kind, reply, created_at)
    select id, delivery_id, kind, reply, created_at
    from json_to_recordset(${rows}::json) as event(
      id uuid, delivery_id uuid, kind text, reply text, created_at timestamptz)`,
);

export interface DeliveryCounts {
  total: number;
  accepted: number;
  waiting: number;
  unreachable: number;
  withheld: number;
  closed: number;
  /** Number of opened letters, in any state. */
  opened: number;
}

export const isOpened = sql`exists (
  select 1 from ${deliveryEvents}
  where delivery_id = deliveries.id and kind in ('opened', 'downloaded'))`;

/** False for a withheld letter whose owner removed the contact from the instruction. */
export const isStillAddressed = sql`(deliveries.state <> 'withheld' or exists (
  select 1 from ${instructionContacts}
  where ${instructionContacts.instruction_id} = deliveries.instruction_id
    and ${instructionContacts.contact_id} = deliveries.contact_id))`;

export function selectCountsOf(activationId: SQL): SQL {
  return sql`
    select
      count(*)::int as total,
      (count(*) filter (where state = 'accepted'))::int as accepted,
      (count(*) filter (where state = 'queued'))::int as waiting,
      (count(*) filter (where state = 'unreachable'))::int as unreachable,
      (count(*) filter (where state = 'withheld'))::int as withheld,
      (count(*) filter (where state = 'closed'))::int as closed,
      (count(*) filter (where ${isOpened}))::int as opened
    from ${deliveries} where activation_id = ${activationId} and ${isStillAddressed}`;
}

export async function countDeliveries(
  database: Database,
  activationId: string,
): Promise<DeliveryCounts> {
  const [counts] = await database.rows<DeliveryCounts>(selectCountsOf(sql`${activationId}::uuid`));
  if (!counts) throw new Error('No counts of deliveries.');
  return counts;
}

/**
 * Returns those of the instructions whose letters were all accepted, ignoring withheld and closed
 * letters.
 */
export async function findFullyAccepted(
  database: Database,
  activationId: string,
  instructionIds: readonly string[],
): Promise<string[]> {
  if (instructionIds.length === 0) return [];
  const rows = await database
    .db()
    .select({ id: deliveries.instruction_id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.activation_id, activationId),
        inArray(deliveries.instruction_id, [...instructionIds]),
        notInArray(deliveries.state, ['withheld', 'closed']),
      ),
    )
    .groupBy(deliveries.instruction_id)
    .having(sql`bool_and(${deliveries.state} = 'accepted')`);
  return rows.map(({ id }) => id);
}

export async function isReportKnown(
  database: Database,
  events: readonly { id: string }[],
): Promise<boolean> {
  const [known] = await database
    .db()
    .select({ id: deliveryEvents.id })
    .from(deliveryEvents)
    .where(
      inArray(
        deliveryEvents.id,
        events.map(({ id }) => id),
      ),
    )
    .limit(1);
  return known !== undefined;
}

export async function isOpenedSince(
  database: Database,
  envelopeId: string,
  since: Date,
): Promise<boolean> {
  const [opened] = await database.rows(sql`
    select 1 from ${deliveryEvents} event
    inner join ${deliveries} on ${deliveries.id} = event.delivery_id
    where ${deliveries.envelope_id} = ${envelopeId} and event.kind in ('opened', 'downloaded')
      and event.created_at >= ${since.toISOString()}::timestamptz
    limit 1`);
  return opened !== undefined;
}

/**
 * Records that a letter was opened; false if the letter is closed. Closing locks the same row, so
 * opening and closing cannot overlap.
 */
export async function recordOpening(
  database: Database,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const inserted = await database.rows(sql`
    insert into ${deliveryEvents} (id, delivery_id, kind, created_at)
    select ${newId()}::uuid, deliveries.id, 'opened', ${now.toISOString()}::timestamptz
    from ${deliveries} where deliveries.id = ${deliveryId} and deliveries.state <> 'closed'
    for share
    returning id`);
  return inserted.length > 0;
}
