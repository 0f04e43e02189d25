import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { deleteSome } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { deliveries, deliveryEvents, envelopes, recallNotices } from '../delivery-tables.ts';
import { lettersIn, type NamedEnvelope } from '../letters/claim-repository.ts';

export type RecallNotice = typeof recallNotices.$inferSelect;

export interface ReachedEnvelope extends NamedEnvelope {
  contact_id: string | null;
  is_notified: boolean;
}

/** Envelopes of an activation whose mail arrived or whose letters were read, oldest first. */
export function listReached(database: Database, activationId: string): Promise<ReachedEnvelope[]> {
  return database.rows<ReachedEnvelope>(sql`
    select envelopes.id, envelopes.contact_id, envelopes.corrected_email,
      envelopes.recalled_at is not null as is_notified,
      ${contact.name} as contact_name, ${contact.email} as contact_email,
      ${contact.preferred_language} as contact_language,
      inside.letters, inside.letter_count
    from ${envelopes}
    inner join lateral (${lettersIn(sql`envelopes.id`, sql`true`)}) inside
      on inside.letter_count > 0
    left join ${contact} on ${contact.id} = envelopes.contact_id
    where envelopes.activation_id = ${activationId}
      and (envelopes.state = 'accepted' or envelopes.recalled_at is not null or exists (
        select 1 from ${deliveryEvents}
        inner join ${deliveries} on deliveries.id = delivery_events.delivery_id
        where deliveries.envelope_id = envelopes.id and delivery_events.kind = 'opened'))
    order by envelopes.created_at, envelopes.id`);
}

/** Of these, envelopes that were taken back without their reader being notified. */
export async function listUnnotified(
  database: Database,
  envelopeIds: readonly string[],
): Promise<string[]> {
  if (envelopeIds.length === 0) return [];
  const { id, state, recalled_at } = envelopes;
  const rows = await database
    .db()
    .select({ id })
    .from(envelopes)
    .where(and(inArray(id, [...envelopeIds]), eq(state, 'closed'), isNull(recalled_at)));
  return rows.map((row) => row.id);
}

export async function markRecalled(
  database: Database,
  envelopeIds: readonly string[],
  now: Date,
): Promise<void> {
  if (envelopeIds.length === 0) return;
  await database
    .db()
    .update(envelopes)
    .set({ recalled_at: now })
    .where(inArray(envelopes.id, [...envelopeIds]));
}

export async function insertRecallNotice(database: Database, notice: RecallNotice): Promise<void> {
  await database.db().insert(recallNotices).values(notice);
}

export async function findRecallNotice(
  database: Database,
  id: string,
): Promise<RecallNotice | undefined> {
  const [found] = await database.db().select().from(recallNotices).where(eq(recallNotices.id, id));
  return found;
}

export async function deleteRecallNotice(database: Database, id: string): Promise<void> {
  await database.db().delete(recallNotices).where(eq(recallNotices.id, id));
}

/** Longer than their mail is tried. */
export function deleteOldRecallNotices(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteSome(database, {
    ...{ table: recallNotices, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
