import { and, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/new-id.ts';
import { deliveries, deliveryLinks, envelopes } from '../delivery-tables.ts';
import { isClaimed } from './claim-repository.ts';
import { recordDeliveryEvents } from './delivery-repository.ts';
import type { DeliveryEventKind } from './delivery-values.ts';
import { isUnreachedEnvelope } from './recipient-repository.ts';

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
