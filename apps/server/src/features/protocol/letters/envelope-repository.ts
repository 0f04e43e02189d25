import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';

import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { activationRequests as activation } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import { recordDeliveryEvents } from './delivery-repository.ts';
import type { DeliveryEventKind } from './delivery-rules.ts';
import { deliveries, deliveryLinks, envelopes } from './delivery-tables.ts';
import {
  isUnreachedEnvelope,
  type RecipientColumns,
  sealedRecipient,
} from './recipient-repository.ts';

export type Envelope = typeof envelopes.$inferSelect;

export interface NewEnvelope
  extends Pick<Envelope, 'id' | 'activation_id' | 'user_id' | 'contact_id' | 'created_at'> {
  link: { id: string; digest: string; expires_at: Date };
}

/** A statement takes at most 65,535 values. */
const maxRowsPerInsert = 2000;

export async function insertEnvelopes(
  database: Database,
  created: readonly NewEnvelope[],
): Promise<void> {
  for (let from = 0; from < created.length; from += maxRowsPerInsert) {
    const batch = created.slice(from, from + maxRowsPerInsert);
    await database
      .db()
      .insert(envelopes)
      .values(batch.map(({ link: _, ...row }) => ({ ...row, next_attempt_at: row.created_at })));
    await database
      .db()
      .insert(deliveryLinks)
      .values(batch.map(({ id, link, created_at }) => ({ ...link, envelope_id: id, created_at })));
  }
}

export async function findEnvelope(database: Database, id: string): Promise<Envelope | undefined> {
  const [found] = await database.db().select().from(envelopes).where(eq(envelopes.id, id));
  return found;
}

export async function hasEnvelope(
  database: Database,
  activationId: string,
  contactId: string | null,
): Promise<boolean> {
  if (contactId === null) return false;
  const isOfContact = eq(envelopes.contact_id, contactId);
  return (
    (await database
      .db()
      .$count(envelopes, and(eq(envelopes.activation_id, activationId), isOfContact))) > 0
  );
}

export async function findEnvelopeOfLink(
  database: Database,
  linkId: string,
): Promise<Envelope | undefined> {
  const [found] = await database
    .db()
    .select(getTableColumns(envelopes))
    .from(envelopes)
    .innerJoin(deliveryLinks, eq(deliveryLinks.envelope_id, envelopes.id))
    .where(eq(deliveryLinks.id, linkId));
  return found;
}

export interface LockedEnvelope extends Envelope {
  is_claimed: boolean;
}

/** Locks and returns an envelope. The owner must already be locked. */
export async function lockEnvelope(
  database: Database,
  id: string,
): Promise<LockedEnvelope | undefined> {
  const [found] = await database
    .db()
    .select({
      ...getTableColumns(envelopes),
      is_claimed: sql<boolean>`(${isClaimed}) is true`,
    })
    .from(envelopes)
    .where(eq(envelopes.id, id))
    .for('update');
  return found;
}

/** Moves an envelope and its letters, except closed ones. Returns the letters. */
export async function moveEnvelope(
  database: Database,
  id: string,
  state: 'queued' | 'unreachable',
  change: Partial<Omit<Envelope, 'id' | 'state'>>,
): Promise<{ id: string; instruction_id: string }[]> {
  await database
    .db()
    .update(envelopes)
    .set({ ...change, state })
    .where(eq(envelopes.id, id));
  return database
    .db()
    .update(deliveries)
    .set({ state })
    .where(and(eq(deliveries.envelope_id, id), ne(deliveries.state, 'closed')))
    .returning({ id: deliveries.id, instruction_id: deliveries.instruction_id });
}

/** Adds an event to the ledger of each letter in an envelope, except closed ones. */
export async function recordForLetters(
  database: Database,
  envelopeId: string,
  kind: DeliveryEventKind,
  now: Date,
): Promise<void> {
  const letters = await listLettersIn(database, envelopeId);
  await recordDeliveryEvents(
    database,
    letters.map(({ id }) => ({ delivery_id: id, kind, created_at: now })),
  );
}

/** Lists the letters of an envelope that are not closed. */
export function listLettersIn(
  database: Database,
  envelopeId: string,
): Promise<{ id: string; instruction_id: string }[]> {
  return database
    .db()
    .select({ id: deliveries.id, instruction_id: deliveries.instruction_id })
    .from(deliveries)
    .where(and(eq(deliveries.envelope_id, envelopeId), ne(deliveries.state, 'closed')))
    .orderBy(deliveries.id);
}

/** Queues withheld letters in this envelope. */
export async function putIntoEnvelope(
  database: Database,
  envelopeId: string,
  letterIds: readonly string[],
): Promise<void> {
  const moved = await database
    .db()
    .update(deliveries)
    .set({ state: 'queued', envelope_id: envelopeId })
    .where(and(inArray(deliveries.id, [...letterIds]), eq(deliveries.state, 'withheld')))
    .returning({ id: deliveries.id });
  if (moved.length < letterIds.length) throw new Error('A locked letter was no longer withheld.');
}

export async function saveCorrection(
  database: Database,
  id: string,
  correctedEmail: string,
): Promise<void> {
  await database
    .db()
    .update(envelopes)
    .set({ corrected_email: correctedEmail })
    .where(eq(envelopes.id, id));
}

/**
 * Marks unreached envelopes as reported to the contact who activated; false if all were already
 * reported.
 */
export async function markReported(
  database: Database,
  activationId: string,
  now: Date,
): Promise<boolean> {
  const marked = await database.rows(sql`
    update ${envelopes} set reported_at = ${now.toISOString()}::timestamptz
    where activation_id = ${activationId} and reported_at is null and ${isUnreachedEnvelope}
    returning id`);
  return marked.length > 0;
}

type DeliveryLink = typeof deliveryLinks.$inferSelect;

/** A link with one letter of its envelope and the recipient. Texts are sealed. */
export interface LinkWithRecipient
  extends Pick<
    RecipientColumns,
    | 'id'
    | 'user_id'
    | 'instruction_id'
    | 'contact_id'
    | 'contact_name'
    | 'contact_email'
    | 'contact_language'
    | 'heading'
    | 'seal_id'
    | 'corrected_email'
  > {
  link_id: string;
  envelope_id: string;
  activation_id: string;
  expires_at: Date | string;
  closed_at: Date | string | null;
  /** The owner recalled the letter, alone or with the whole activation. */
  is_recalled: boolean;
}

/**
 * Finds a link with its oldest letter that is not closed; or, for a delivery, its latest link with that
 * letter.
 */
export async function findLinkWithRecipient(
  database: Database,
  by: { id: string } | { digest: string } | { delivery_id: string },
): Promise<LinkWithRecipient | undefined> {
  const condition =
    'id' in by
      ? sql`link.id = ${by.id}`
      : 'digest' in by
        ? sql`link.digest = ${by.digest}`
        : sql`link.envelope_id = (
            select ${deliveries.envelope_id} from ${deliveries}
            where ${deliveries.id} = ${by.delivery_id})`;
  const letter = 'delivery_id' in by ? sql`and one.id = ${by.delivery_id}` : sql``;
  const [found] = await database.rows<LinkWithRecipient>(sql`
    select
      link.id as link_id, link.envelope_id, link.expires_at, link.closed_at,
      delivery.state = 'closed' or ${activation.status} = 'past' as is_recalled,
      delivery.id, delivery.activation_id, delivery.user_id, delivery.instruction_id,
      envelope.contact_id, envelope.corrected_email,
      ${sealedRecipient}
    from ${deliveryLinks} link
    inner join ${envelopes} envelope on envelope.id = link.envelope_id
    inner join lateral (
      select one.id, one.state, one.activation_id, one.user_id, one.instruction_id
      from ${deliveries} one
      inner join ${instructions} on ${instructions.id} = one.instruction_id
      where one.envelope_id = link.envelope_id ${letter}
      order by one.state = 'closed', ${instructions.created_at}, one.id limit 1
    ) delivery on true
    inner join ${activation} on ${activation.id} = delivery.activation_id
    inner join ${instructions} on ${instructions.id} = delivery.instruction_id
    left join ${contact} on ${contact.id} = envelope.contact_id
    where ${condition}
    order by link.created_at desc, link.id desc limit 1`);
  return found;
}

export async function findOpenLink(
  database: Database,
  envelopeId: string,
): Promise<DeliveryLink | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(deliveryLinks)
    .where(and(eq(deliveryLinks.envelope_id, envelopeId), isNull(deliveryLinks.closed_at)));
  return found;
}

/** Closes the open link of an envelope and returns it; undefined if no link was open. */
export async function closeOpenLink(
  database: Database,
  envelopeId: string,
  now: Date,
): Promise<DeliveryLink | undefined> {
  const [closed] = await database
    .db()
    .update(deliveryLinks)
    .set({ closed_at: now })
    .where(and(eq(deliveryLinks.envelope_id, envelopeId), isNull(deliveryLinks.closed_at)))
    .returning();
  return closed;
}

export async function insertLink(
  database: Database,
  link: Omit<DeliveryLink, 'closed_at'>,
): Promise<void> {
  await database.db().insert(deliveryLinks).values(link);
}

/**
 * Marks this reminder as sent for links of accepted letters that expire soon, and returns those
 * links. The last reminder also marks the first.
 */
export function markExpiringLinks(
  database: Database,
  now: Date,
  expiringBefore: Date,
  isLast: boolean,
  limit: number,
): Promise<{ id: string; envelope_id: string }[]> {
  const reminder = isLast ? sql`reminded_last_at` : sql`reminded_at`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const change = isLast
    ? sql`reminded_last_at = ${at}, reminded_at = coalesce(reminded_at, ${at})`
    : sql`reminded_at = ${at}`;
  return database.rows(sql`
    update ${deliveryLinks} set ${change}
    where ${reminder} is null and closed_at is null and id in (
      select link.id from ${deliveryLinks} link
      inner join ${envelopes} on envelopes.id = link.envelope_id and envelopes.state = 'accepted'
      where link.closed_at is null and link.reminded_last_at is null and link.${reminder} is null
        and link.expires_at > ${now.toISOString()} and link.expires_at <= ${expiringBefore.toISOString()}
      limit ${limit})
    returning id, envelope_id`);
}
