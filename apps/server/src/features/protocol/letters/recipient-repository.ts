import type { Locale } from '@zavet/contract/locales';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { prebuildSql } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { aliasPerson, type Person } from '../../identity/account/index.ts';
import { ownerKeys, wrappedKeySql } from '../../identity/owner-keys/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructionFiles, instructions } from '../../vault/instructions/index.ts';
import { activationRequests as activation } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import type { Activator, LastRefusal } from './delivery-rules.ts';
import { deliveries, envelopes } from './delivery-tables.ts';

type Envelope = typeof envelopes.$inferSelect;

/** A letter with its recipient. Texts are sealed. */
export interface RecipientColumns
  extends Pick<
    typeof deliveries.$inferSelect,
    'id' | 'user_id' | 'instruction_id' | 'envelope_id' | 'contact_id' | 'state'
  > {
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
  heading: string;
  seal_id: string;
  corrected_email: string | null;
  last_refusal: LastRefusal | null;
}

interface RecipientWithLedger extends RecipientColumns {
  queued_at: Date | string;
  accepted_at: Date | string | null;
  /** The last refusal or bounce. */
  refused_at: Date | string | null;
  bounced_at: Date | string | null;
  opened_at: Date | string | null;
  downloaded_at: Date | string | null;
  corrected_at: Date | string | null;
}

/** A contact, or a further recipient named in the sealed heading. */
export const sealedRecipient = prebuildSql(sql`
  ${contact.name} as contact_name, ${contact.email} as contact_email,
  ${contact.preferred_language} as contact_language,
  ${instructions.heading} as heading, ${instructions.seal_id} as seal_id`);

const recipientColumns = prebuildSql(sql`
  deliveries.id, deliveries.user_id, deliveries.instruction_id, deliveries.contact_id,
  deliveries.envelope_id,
  ${sealedRecipient},
  envelopes.corrected_email, deliveries.state, envelopes.last_refusal`);

const fromDeliveries = prebuildSql(sql`
  from ${deliveries}
  inner join ${instructions} on ${instructions.id} = deliveries.instruction_id
  left join ${envelopes} on ${envelopes.id} = deliveries.envelope_id
  left join ${contact} on ${contact.id} = deliveries.contact_id`);

const joinLedger = prebuildSql(sql`
  inner join lateral (
    select
      max(created_at) filter (where kind = 'accepted') as accepted_at,
      max(created_at) filter (where kind in ('refused', 'bounced')) as refused_at,
      max(created_at) filter (where kind = 'bounced') as bounced_at,
      min(created_at) filter (where kind = 'opened') as opened_at,
      min(created_at) filter (where kind = 'downloaded') as downloaded_at,
      max(created_at) filter (where kind = 'address_corrected') as corrected_at
    from delivery_events where delivery_id = deliveries.id
  ) times on true`);

/** Finds the oldest letter in an envelope. */
export async function findRecipientColumns(
  database: Database,
  envelopeId: string,
): Promise<RecipientColumns | undefined> {
  const [found] = await database.rows<RecipientColumns>(sql`
    select ${recipientColumns} ${fromDeliveries} where deliveries.envelope_id = ${envelopeId}
    order by ${instructions.created_at}, deliveries.id limit 1`);
  return found;
}

/** The letters of an activation, by instruction, with the times of their ledger. */
export function listLettersWithLedger(
  database: Database,
  activationId: string,
): Promise<RecipientWithLedger[]> {
  return database.rows<RecipientWithLedger>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*
    ${fromDeliveries} ${joinLedger}
    where deliveries.activation_id = ${activationId}
    order by ${instructions.created_at}, deliveries.id`);
}

/**
 * True for envelopes that were given up or permanently refused, except those of a past activation.
 */
export const isUnreachedEnvelope = sql`((envelopes.state = 'unreachable'
  or (envelopes.state = 'queued' and envelopes.last_refusal in ('permanent', 'unknown_address')))
  and exists (select 1 from ${activation}
    where ${activation.id} = envelopes.activation_id and ${activation.status} <> 'past'))`;

export type UnreachedRow = RecipientWithLedger & {
  envelope_id: string;
  letters: number;
  /** Event of the last refusal or bounce; the reply of the mail server is sealed. */
  refusal_id: string | null;
  refusal_reply: string | null;
};

const selectLastRefusal = sql`
  select event.id, event.reply, event.kind from delivery_events event
  where event.delivery_id = deliveries.id and event.kind in ('refused', 'bounced')
  order by event.created_at desc limit 1`;

/** The oldest letter of an envelope, and the number of letters, both without closed ones. */
const selectFirstLetter = sql`
  select one.id, count(*) over ()::int as letters
  from ${deliveries} one
  inner join ${instructions} on ${instructions.id} = one.instruction_id
  where one.envelope_id = envelopes.id and one.state <> 'closed'
  order by ${instructions.created_at}, one.id limit 1`;

/** The unreached envelopes of an activation, one row each with the oldest letter. */
export function listUnreachedRecipients(
  database: Database,
  activationId: string,
): Promise<UnreachedRow[]> {
  return database.rows<UnreachedRow>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*, first.letters,
      refusal.id as refusal_id, refusal.reply as refusal_reply
    ${fromDeliveries}
    inner join lateral (${selectFirstLetter}) first on first.id = deliveries.id
    ${joinLedger}
    left join lateral (${selectLastRefusal}) refusal on true
    where deliveries.activation_id = ${activationId} and ${isUnreachedEnvelope}
    order by ${instructions.created_at}, deliveries.id`);
}

type ReceivedLetter = RecipientWithLedger & {
  file_count: number;
  expires_at: Date | string;
  /** The instruction belongs to the owner again and must not be shown. */
  is_recalled: boolean;
};

/** Letters to a contact, of the latest activation that has letters to this contact. */
export function listReceivedLetters(
  database: Database,
  contactId: string,
): Promise<ReceivedLetter[]> {
  return database.rows<ReceivedLetter>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*, link.expires_at,
      deliveries.state = 'closed' or ${activation.status} = 'past' as is_recalled,
      (select count(*)::int from ${instructionFiles}
        where ${instructionFiles.instruction_id} = deliveries.instruction_id
          and ${instructionFiles.state} = 'stored') as file_count
    ${fromDeliveries} ${joinLedger}
    inner join ${activation} on ${activation.id} = deliveries.activation_id
    inner join lateral (
      select sent.expires_at from delivery_links sent
      where sent.envelope_id = deliveries.envelope_id
      order by sent.created_at desc, sent.id desc limit 1
    ) link on true
    where deliveries.contact_id = ${contactId} and deliveries.activation_id = (
      select activation_id from ${deliveries} latest where latest.contact_id = ${contactId}
      order by latest.created_at desc, latest.id desc limit 1)
    order by ${instructions.created_at}, deliveries.id`);
}

type SentLetter = RecipientColumns & {
  activation_id: string;
  /** The contact of the envelope; the letter itself may be addressed to a further recipient. */
  reader_id: string | null;
  file_count: number;
  file_bytes: number;
  opened_at: string | null;
};

/** Letters to a contact, or with null to further recipients, without withheld and closed ones. */
export function listSentLetters(
  database: Database,
  activationId: string,
  contactId: string | null,
): Promise<SentLetter[]> {
  return database.rows<SentLetter>(sql`
    select ${recipientColumns}, deliveries.activation_id, envelopes.contact_id as reader_id,
      (select min(opened.created_at) from delivery_events opened
        where opened.delivery_id = deliveries.id and opened.kind = 'opened') as opened_at,
      files.file_count, files.file_bytes
    ${fromDeliveries}
    inner join lateral (
      select count(*)::int as file_count,
        coalesce(sum(${instructionFiles.size_bytes}), 0)::float8 as file_bytes
      from ${instructionFiles}
      where ${instructionFiles.instruction_id} = deliveries.instruction_id
        and ${instructionFiles.state} = 'stored'
    ) files on true
    where deliveries.activation_id = ${activationId}
      and envelopes.contact_id is not distinct from ${contactId}
      and deliveries.state not in ('withheld', 'closed')
    order by ${instructions.created_at}, deliveries.id`);
}

const recipient = alias(contact, 'recipient');
const activator = alias(contact, 'activator');
const owner = aliasPerson('owner');
const initiator = aliasPerson('initiator');

/** For operators, so it contains no texts of instructions. */
export interface UnreachedEnvelope
  extends Pick<Envelope, 'id' | 'user_id' | 'corrected_email' | 'refusals'>,
    Activator,
    WrappedOwnerKey {
  state: 'queued' | 'unreachable';
  last_refusal: NonNullable<Envelope['last_refusal']>;
  is_claimed: boolean;
  letters: number;
  created_at: Date | string;
  next_attempt_at: Date | string;
  refused_since: Date | string | null;
  refused_at: Date | string | null;
  refusal_id: string | null;
  refusal_reply: string | null;
  refusal_kind: 'refused' | 'bounced' | null;
  owner: Person;
  contact_name: string | null;
  contact_email: string | null;
  activator_name: string | null;
  activator_email: string | null;
  is_activator_confirmed: boolean | null;
}

/** A page of envelopes, oldest first. */
export function listUnreachedEnvelopes(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<UnreachedEnvelope[]> {
  const rest = after
    ? sql`and (envelopes.created_at, envelopes.id) >
        (select last.created_at, last.id from ${envelopes} last where last.id = ${after})`
    : sql``;
  return database.rows<UnreachedEnvelope>(sql`
    select
      envelopes.id, envelopes.user_id, envelopes.state, envelopes.corrected_email,
      envelopes.refusals, coalesce(envelopes.last_refusal, 'temporary') as last_refusal,
      envelopes.created_at, envelopes.next_attempt_at, (${isClaimed}) is true as is_claimed,
      deliveries.letters, times.refused_since, times.refused_at,
      refusal.id as refusal_id, refusal.reply as refusal_reply, refusal.kind as refusal_kind,
      ${owner.json} as owner,
      ${recipient.name} as contact_name, ${recipient.email} as contact_email,
      ${activation.initiator_user_id}, ${activation.trusted_contact_id},
      ${activator.name} as activator_name, ${activator.email} as activator_email,
      ${initiator.user.email_verified} as is_activator_confirmed,
      ${wrappedKeySql}
    from ${envelopes}
    inner join ${activation} on ${activation.id} = envelopes.activation_id
    inner join ${ownerKeys} on ${ownerKeys.user_id} = envelopes.user_id
    ${owner.join(sql`envelopes.user_id`)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${contact} ${recipient} on ${recipient.id} = envelopes.contact_id
    left join ${contact} ${activator} on ${activator.id} = ${activation.trusted_contact_id}
    inner join lateral (${selectFirstLetter}) deliveries on true
    inner join lateral (
      select
        max(event.created_at) filter (where event.kind in ('refused', 'bounced')) as refused_at,
        min(event.created_at) filter (where event.kind in ('refused', 'bounced')
          and event.created_at >= coalesce(
            (select max(correction.created_at) from delivery_events correction
              where correction.delivery_id = deliveries.id
                and correction.kind = 'address_corrected'),
            '-infinity')) as refused_since
      from delivery_events event where event.delivery_id = deliveries.id
    ) times on true
    left join lateral (${selectLastRefusal}) refusal on true
    where ${isUnreachedEnvelope} ${rest}
    order by envelopes.created_at, envelopes.id
    limit ${limit}`);
}

/**
 * The contact who activated, by the name that the owner gave the contact; undefined once removed.
 */
export async function findStarter(
  database: Database,
  activationId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] = await database
    .db()
    .select({ id: contact.id, name: contact.name })
    .from(activation)
    .innerJoin(contact, eq(contact.id, activation.trusted_contact_id))
    .where(eq(activation.id, activationId));
  return found;
}
