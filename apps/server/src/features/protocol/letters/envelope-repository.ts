import type { Locale } from '@zavet/contract/locales';
import { and, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { deliveries, deliveryLinks, envelopes } from '../delivery-tables.ts';
import { activationRequests as activation } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import { recordDeliveryEvents } from './delivery-repository.ts';
import type { DeliveryEventKind } from './delivery-rules.ts';
import { isUnreachedEnvelope, sealedRecipient } from './recipient-repository.ts';

export type Envelope = typeof envelopes.$inferSelect;

export interface NewEnvelope
  extends Pick<Envelope, 'id' | 'activation_id' | 'user_id' | 'contact_id' | 'created_at'> {
  link: { id: string; digest: string; expires_at: Date };
}

/** A statement takes at most 65,535 values. */
const rowsAtOnce = 2000;

/** Envelopes that are to be sent, each with its link. */
export async function insertEnvelopes(
  database: Database,
  created: readonly NewEnvelope[],
): Promise<void> {
  for (let from = 0; from < created.length; from += rowsAtOnce) {
    const part = created.slice(from, from + rowsAtOnce);
    await database
      .db()
      .insert(envelopes)
      .values(part.map(({ link: _, ...row }) => ({ ...row, next_attempt_at: row.created_at })));
    await database
      .db()
      .insert(deliveryLinks)
      .values(part.map(({ id, link, created_at }) => ({ ...link, envelope_id: id, created_at })));
  }
}

export async function findEnvelope(database: Database, id: string): Promise<Envelope | undefined> {
  const [found] = await database.db().select().from(envelopes).where(eq(envelopes.id, id));
  return found;
}

/** The envelope that a link was put into. */
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

/** Held until the transaction ends. The owner must be locked before. */
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

type Change = Partial<
  Pick<
    Envelope,
    | 'refusals'
    | 'bounces'
    | 'last_refusal'
    | 'next_attempt_at'
    | 'reported_at'
    | 'claimed_until'
    | 'claim_id'
  >
>;

/** Moves an envelope with every letter in it that its owner has not taken back. Says which. */
export async function moveEnvelope(
  database: Database,
  id: string,
  state: 'queued' | 'unreachable',
  change: Change,
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

/** Adds to the ledger of every letter in an envelope that its owner has not taken back. */
export async function recordForLetters(
  database: Database,
  envelopeId: string,
  kind: DeliveryEventKind,
  now: Date,
): Promise<void> {
  const letters = await listLetters(database, envelopeId);
  await recordDeliveryEvents(
    database,
    letters.map(({ id }) => ({ id: newId(), delivery_id: id, kind, created_at: now })),
  );
}

/** The letters in an envelope that its owner has not taken back. */
export function listLetters(
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

/** Puts letters into envelopes, from which on they are on their way. */
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
  if (moved.length < letterIds.length)
    throw new Error('A locked letter was sent by somebody else.');
}

/** Saves a corrected address in place of the last one. */
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

/** Marks what the contact who activated has not been told yet. False when there is nothing new. */
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

/**
 * A link with a letter in its envelope and who gets that: the letter that was asked for, otherwise
 * the oldest that was not taken back. Texts of the instruction are sealed.
 */
export interface LinkWithRecipient {
  link_id: string;
  envelope_id: string;
  expires_at: Date | string;
  closed_at: Date | string | null;
  /** By the owner: this letter alone, or all of its activation. */
  is_taken_back: boolean;
  id: string;
  activation_id: string;
  user_id: string;
  instruction_id: string;
  contact_id: string | null;
  heading: string;
  seal_id: string;
  corrected_email: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
}

/** A link by its id or its digest, or the latest link to a delivery. */
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
      delivery.state = 'closed' or ${activation.status} = 'past' as is_taken_back,
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

/** Closes the open link of an envelope, once. Answers with what it was. */
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
 * Links of letters that were taken, which end by then and whose readers do not know it yet; marks
 * them as told. The last reminder stands for the first as well.
 */
export function markExpiringLinks(
  database: Database,
  now: Date,
  until: Date,
  isLast: boolean,
  limit: number,
): Promise<{ id: string; envelope_id: string }[]> {
  const told = isLast ? sql`reminded_last_at` : sql`reminded_at`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const change = isLast
    ? sql`reminded_last_at = ${at}, reminded_at = coalesce(reminded_at, ${at})`
    : sql`reminded_at = ${at}`;
  return database.rows(sql`
    update ${deliveryLinks} set ${change}
    where ${told} is null and closed_at is null and id in (
      select link.id from ${deliveryLinks} link
      inner join ${envelopes} on envelopes.id = link.envelope_id and envelopes.state = 'accepted'
      where link.closed_at is null and link.reminded_last_at is null and link.${told} is null
        and link.expires_at > ${now.toISOString()} and link.expires_at <= ${until.toISOString()}
      limit ${limit})
    returning id, envelope_id`);
}
