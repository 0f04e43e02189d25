import type { Locale } from '@zavet/contract/locales';
import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { deleteBatch } from '../../../platform/database/batches.ts';
import type { Database } from '../../../platform/database/database.ts';
import { aliasPerson, type Person } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { type NamedEnvelope, selectLettersIn } from '../letters/claim-repository.ts';
import { isOpened, isStillAddressed } from '../letters/delivery-repository.ts';
import {
  deliveries,
  deliveryEvents,
  deliveryLinks,
  envelopes,
  recallNotices,
} from '../letters/delivery-tables.ts';
import { activationRequests as activation } from '../protocol-tables.ts';

/** Letters that can be recalled: unopened, and still addressed to a recipient. */
const isUnopened = sql`(deliveries.state <> 'closed' and ${isStillAddressed} and not ${isOpened})`;

const initiator = aliasPerson('initiator');

/** Past releases, newest first. A removed contact is shown by the name of the account. */
export async function listPastReleases(
  database: Database,
  ownerId: string,
): Promise<PastProtocol[]> {
  const rows = await database.rows<PastProtocol>(sql`
    select ${activation.id} as activation_id,
      coalesce(${contact.name}, ${initiator.profile.full_name}) as contact_name,
      ${activation.activated_at} as activated_at, ${activation.armed_at} as armed_at,
      ${activation.past_letters}->'progress' as progress,
      (${activation.past_letters}->>'opened')::int as opened
    from ${activation}
    left join ${contact} on ${contact.id} = ${activation.trusted_contact_id}
    ${initiator.join(activation.initiator_user_id)}
    where ${activation.deceased_user_id} = ${ownerId} and ${activation.status} = 'past'
    order by ${activation.activated_at} desc, ${activation.id} desc`);
  return rows.map((row) => ({
    ...row,
    activated_at: new Date(row.activated_at),
    armed_at: new Date(row.armed_at),
  }));
}

export async function listConfirmedContacts(
  database: Database,
  ownerId: string,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: contact.id })
    .from(contact)
    .where(and(eq(contact.user_id, ownerId), eq(contact.status, 'confirmed')))
    .orderBy(contact.id);
  return rows.map(({ id }) => id);
}

const owner = aliasPerson('owner');

export async function findConfirmedContact(
  database: Database,
  contactId: string,
): Promise<{ email: string; language: Locale; owner: Person } | undefined> {
  const [found] = await database.rows<{ email: string; language: Locale; owner: Person }>(sql`
    select ${contact.email} as email, ${contact.preferred_language} as language,
      ${owner.json} as owner
    from ${contact}
    ${owner.join(contact.user_id)}
    where ${contact.id} = ${contactId} and ${contact.status} = 'confirmed'`);
  return found;
}

/** Locks every letter of an activation, so that none is opened before the transaction ends. */
export async function lockLetters(database: Database, activationId: string): Promise<void> {
  await database.rows(sql`
    select id from ${deliveries} where activation_id = ${activationId}
    order by id for no key update`);
}

export interface RecalledLetter {
  id: string;
  instruction_id: string;
}

/** Closes unopened letters. The letters must be locked. */
export async function closeUnopened(
  database: Database,
  activationId: string,
): Promise<RecalledLetter[]> {
  const recalled = await database.rows<RecalledLetter>(sql`
    update ${deliveries} set state = 'closed'
    where activation_id = ${activationId} and ${isUnopened}
    returning id, instruction_id`);
  // Closes envelopes without open letters, so that they are not sent.
  await database.rows(sql`
    update ${envelopes} set state = 'closed', claimed_until = null, claim_id = null
    where activation_id = ${activationId} and state <> 'closed' and not exists (
      select 1 from ${deliveries}
      where deliveries.envelope_id = envelopes.id and deliveries.state <> 'closed')`);
  return recalled;
}

export function closeLinksOfClosed(
  database: Database,
  activationId: string,
  now: Date,
): Promise<void> {
  return closeLinks(database, sql`activation_id = ${activationId} and state = 'closed'`, now);
}

export function closeAllLinks(database: Database, activationId: string, now: Date): Promise<void> {
  return closeLinks(database, sql`activation_id = ${activationId}`, now);
}

async function closeLinks(database: Database, condition: SQL, now: Date): Promise<void> {
  await database.rows(sql`
    update ${deliveryLinks} set closed_at = ${now.toISOString()}::timestamptz
    where closed_at is null and envelope_id in (select id from ${envelopes} where ${condition})`);
}

/**
 * Ends all sending of an activation. The remaining letters were opened before; they count as delivered
 * if a mail server ever accepted them. Withheld letters are deleted.
 */
export async function endSending(database: Database, activationId: string): Promise<void> {
  await database.rows(sql`
    delete from ${deliveries} where activation_id = ${activationId} and state = 'withheld'`);
  await database.rows(sql`
    update ${deliveries} set state = case when exists (
        select 1 from ${deliveryEvents} where delivery_id = deliveries.id and kind = 'accepted')
      then 'accepted' else 'unreachable' end
    where activation_id = ${activationId} and state = 'queued'`);
  await database.rows(sql`
    update ${envelopes} set claimed_until = null, claim_id = null,
      state = case when exists (
        select 1 from ${deliveries}
        where deliveries.envelope_id = envelopes.id and deliveries.state = 'accepted')
      then 'accepted' else 'unreachable' end
    where activation_id = ${activationId} and state = 'queued'`);
}

export async function countUnopened(database: Database, activationId: string): Promise<number> {
  const [row] = await database.rows<{ unopened: number }>(sql`
    select count(*)::int as unopened from ${deliveries}
    where activation_id = ${activationId} and ${isUnopened}`);
  return row?.unopened ?? 0;
}

export async function countOpened(database: Database, activationId: string): Promise<number> {
  const [row] = await database.rows<{ opened: number }>(sql`
    select count(*)::int as opened from ${deliveries}
    where activation_id = ${activationId} and ${isOpened}`);
  return row?.opened ?? 0;
}

type RecallNotice = typeof recallNotices.$inferSelect;

export interface ReachedEnvelope extends NamedEnvelope {
  contact_id: string | null;
  is_notified: boolean;
}

/** Envelopes whose mail was accepted or whose letters were opened, oldest first. */
export function listReachedEnvelopes(
  database: Database,
  activationId: string,
): Promise<ReachedEnvelope[]> {
  return database.rows<ReachedEnvelope>(sql`
    select envelopes.id, envelopes.contact_id, envelopes.corrected_email,
      envelopes.recalled_at is not null as is_notified,
      ${contact.name} as contact_name, ${contact.email} as contact_email,
      ${contact.preferred_language} as contact_language,
      inside.letters, inside.letter_count
    from ${envelopes}
    inner join lateral (${selectLettersIn(sql`envelopes.id`, sql`true`)}) inside
      on inside.letter_count > 0
    left join ${contact} on ${contact.id} = envelopes.contact_id
    where envelopes.activation_id = ${activationId}
      and (envelopes.state = 'accepted' or envelopes.recalled_at is not null or exists (
        select 1 from ${deliveryEvents}
        inner join ${deliveries} on deliveries.id = delivery_events.delivery_id
        where deliveries.envelope_id = envelopes.id and delivery_events.kind = 'opened'))
    order by envelopes.created_at, envelopes.id`);
}

/** Returns those of the envelopes that are closed and whose recipient was not notified. */
export async function listUnnotifiedEnvelopes(
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

/** Deletes notices whose mail is no longer retried. */
export function deleteOldRecallNotices(
  database: Database,
  before: Date,
  limit: number,
): Promise<number> {
  return deleteBatch(database, {
    ...{ table: recallNotices, key: 'id', limit },
    isDue: sql`created_at < ${before.toISOString()}::timestamptz`,
    age: sql`created_at`,
  });
}
