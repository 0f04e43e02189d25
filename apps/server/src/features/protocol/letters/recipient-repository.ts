import type { Locale } from '@zavet/contract/locales';
import type { DeliveryState } from '@zavet/contract/protocol/protocol-values';
import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { prebuilt } from '../../../platform/database/prepared.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { type Person, personAs } from '../../identity/account/index.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { trustedContacts as contact, trustedContacts } from '../../people/contacts/index.ts';
import { instructionFiles, instructions } from '../../vault/instructions/index.ts';
import { deliveries, envelopes } from '../delivery-tables.ts';
import { activationRequests as activation, activationRequests } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import type { Activator, LastRefusal } from './delivery-rules.ts';
import type { Envelope } from './envelope-repository.ts';

const recipient = alias(trustedContacts, 'recipient');

const activator = alias(trustedContacts, 'activator');

const owner = personAs('owner');

const initiator = personAs('initiator');

/** A delivery with what says who gets it. Texts of the instruction are sealed. */
export interface RecipientColumns {
  id: string;
  user_id: string;
  instruction_id: string;
  /** Null where nothing was sent. */
  envelope_id: string | null;
  contact_id: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
  heading: string;
  seal_id: string;
  corrected_email: string | null;
  state: DeliveryState;
  last_refusal: LastRefusal | null;
}

/** Times of the ledger, where there are any. */
interface LedgerTimes {
  queued_at: Date | string;
  accepted_at: Date | string | null;
  /** By the first mail server, or by one that it was passed on to. */
  refused_at: Date | string | null;
  bounced_at: Date | string | null;
  opened_at: Date | string | null;
  downloaded_at: Date | string | null;
  corrected_at: Date | string | null;
}

/** Who gets an instruction: a contact, or somebody named in its sealed texts. */
export const sealedRecipient = prebuilt(sql`
  ${contact.name} as contact_name, ${contact.email} as contact_email,
  ${contact.preferred_language} as contact_language,
  ${instructions.heading} as heading, ${instructions.seal_id} as seal_id`);

const recipientColumns = prebuilt(sql`
  deliveries.id, deliveries.user_id, deliveries.instruction_id, deliveries.contact_id,
  deliveries.envelope_id,
  ${sealedRecipient},
  envelopes.corrected_email, deliveries.state, envelopes.last_refusal`);

const joined = prebuilt(sql`
  from ${deliveries}
  inner join ${instructions} on ${instructions.id} = deliveries.instruction_id
  left join ${envelopes} on ${envelopes.id} = deliveries.envelope_id
  left join ${contact} on ${contact.id} = deliveries.contact_id`);

const ledger = prebuilt(sql`
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

/** Who gets an envelope, by its oldest letter. */
export async function findRecipientColumns(
  database: Database,
  envelopeId: string,
): Promise<RecipientColumns | undefined> {
  const [found] = await database.rows<RecipientColumns>(sql`
    select ${recipientColumns} ${joined} where deliveries.envelope_id = ${envelopeId}
    order by ${instructions.created_at}, deliveries.id limit 1`);
  return found;
}

type RecipientWithLedger = RecipientColumns & LedgerTimes;

/** Every delivery of an activation with its times, by instruction. */
export function listWithLedger(
  database: Database,
  activationId: string,
): Promise<RecipientWithLedger[]> {
  return withLedger(database, sql`deliveries.activation_id = ${activationId}`);
}

/**
 * Refused permanently, or given up. Who is only kept waiting stays their own affair, and what the
 * owner has ended is nobody's any more.
 */
export const isUnreachedEnvelope = sql`((envelopes.state = 'unreachable'
  or (envelopes.state = 'queued' and envelopes.last_refusal in ('permanent', 'unknown_address')))
  and exists (select 1 from ${activationRequests}
    where ${activationRequests.id} = envelopes.activation_id
      and ${activationRequests.status} <> 'past'))`;

export type UnreachedRow = RecipientWithLedger & {
  envelope_id: string;
  /** How many letters do not reach this person. */
  letters: number;
  /** The last refusal in the ledger; its reply is sealed. */
  refusal_id: string | null;
  refusal_reply: string | null;
};

/** The last time that a mail server said no to a letter, with its words. */
const lastRefusalOf = sql`
  select event.id, event.reply, event.kind from delivery_events event
  where event.delivery_id = deliveries.id and event.kind in ('refused', 'bounced')
  order by event.created_at desc limit 1`;

/** The oldest letter in an envelope that was not taken back stands for all, with how many there are. */
const firstLetterOf = sql`
  select one.id, count(*) over ()::int as letters
  from ${deliveries} one
  inner join ${instructions} on ${instructions.id} = one.instruction_id
  where one.envelope_id = envelopes.id and one.state <> 'closed'
  order by ${instructions.created_at}, one.id limit 1`;

/** Whom no mail reaches, each once, with what the mail server said last. */
export function listUnreached(database: Database, activationId: string): Promise<UnreachedRow[]> {
  return database.rows<UnreachedRow>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*, first.letters,
      refusal.id as refusal_id, refusal.reply as refusal_reply
    ${joined}
    inner join lateral (${firstLetterOf}) first on first.id = deliveries.id
    ${ledger}
    left join lateral (${lastRefusalOf}) refusal on true
    where deliveries.activation_id = ${activationId} and ${isUnreachedEnvelope}
    order by ${instructions.created_at}, deliveries.id`);
}

type ReceivedRow = RecipientWithLedger & {
  file_count: number;
  expires_at: Date | string;
  /** Nothing of it may be shown: the owner may write something else there now. */
  is_taken_back: boolean;
};

/** The letters to one trusted contact, of the latest start that brought any. */
export function listOfContact(database: Database, contactId: string): Promise<ReceivedRow[]> {
  return database.rows<ReceivedRow>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*, link.expires_at,
      deliveries.state = 'closed' or ${activationRequests.status} = 'past' as is_taken_back,
      (select count(*)::int from ${instructionFiles}
        where ${instructionFiles.instruction_id} = deliveries.instruction_id
          and ${instructionFiles.state} = 'stored') as file_count
    ${joined} ${ledger}
    inner join ${activationRequests} on ${activationRequests.id} = deliveries.activation_id
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

type LetterToContact = RecipientColumns & {
  activation_id: string;
  /** The contact whose mail it is in, also where its instruction only names their address. */
  reader_id: string | null;
  file_count: number;
  file_bytes: number;
  opened_at: string | null;
};

/** What was mailed to a contact, or with null to those who are no contacts, and was not taken back. */
export function listToContact(
  database: Database,
  activationId: string,
  contactId: string | null,
): Promise<LetterToContact[]> {
  return database.rows<LetterToContact>(sql`
    select ${recipientColumns}, deliveries.activation_id, envelopes.contact_id as reader_id,
      (select min(opened.created_at) from delivery_events opened
        where opened.delivery_id = deliveries.id and opened.kind = 'opened') as opened_at,
      files.file_count, files.file_bytes
    ${joined}
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

function withLedger(database: Database, condition: SQL): Promise<RecipientWithLedger[]> {
  return database.rows<RecipientWithLedger>(sql`
    select ${recipientColumns}, deliveries.created_at as queued_at, times.*
    ${joined} ${ledger}
    where ${condition}
    order by ${instructions.created_at}, deliveries.id`);
}

/** A mail that did not arrive, with who is asked about it. Nothing of the instruction. */
export interface UnreachedLetter
  extends Pick<Envelope, 'id' | 'user_id' | 'corrected_email' | 'refusals'>,
    Activator,
    WrappedOwnerKey {
  state: 'queued' | 'unreachable';
  last_refusal: NonNullable<Envelope['last_refusal']>;
  is_claimed: boolean;
  /** How many letters are in it. */
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

/** Mails that do not arrive, the oldest first, after the one that is named. */
export function listUnreachedLetters(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<UnreachedLetter[]> {
  const rest = after
    ? sql`and (envelopes.created_at, envelopes.id) >
        (select last.created_at, last.id from ${envelopes} last where last.id = ${after})`
    : sql``;
  return database.rows<UnreachedLetter>(sql`
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
      ${wrappedKey}
    from ${envelopes}
    inner join ${activation} on ${activation.id} = envelopes.activation_id
    inner join ${ownerKeys} on ${ownerKeys.user_id} = envelopes.user_id
    ${owner.join(sql`envelopes.user_id`)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${trustedContacts} ${recipient} on ${recipient.id} = envelopes.contact_id
    left join ${trustedContacts} ${activator} on ${activator.id} = ${activation.trusted_contact_id}
    inner join lateral (${firstLetterOf}) deliveries on true
    inner join lateral (
      select
        max(event.created_at) filter (where event.kind in ('refused', 'bounced')) as refused_at,
        min(event.created_at) filter (where event.kind in ('refused', 'bounced')
          and event.created_at >= coalesce(
            (select max(anew.created_at) from delivery_events anew
              where anew.delivery_id = deliveries.id and anew.kind = 'address_corrected'),
            '-infinity')) as refused_since
      from delivery_events event where event.delivery_id = deliveries.id
    ) times on true
    left join lateral (${lastRefusalOf}) refusal on true
    where ${isUnreachedEnvelope} ${rest}
    order by envelopes.created_at, envelopes.id
    limit ${limit}`);
}

/** The contact who started a protocol, as the owner calls them; undefined once they are removed. */
export async function findStarter(
  database: Database,
  activationId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] = await database
    .db()
    .select({ id: contact.id, name: contact.name })
    .from(activationRequests)
    .innerJoin(contact, eq(contact.id, activationRequests.trusted_contact_id))
    .where(eq(activationRequests.id, activationId));
  return found;
}
