import type { Locale } from '@zavet/contract/locales';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { toIsoTimestamp } from '../../platform/database/timestamps.ts';
import { aliasPerson, type Person } from '../identity/account/index.ts';
import { trustedContacts as contact } from '../people/contacts/index.ts';
import { activationRequests as activation } from './protocol-tables.ts';
import type { PreviewedContact } from './settings/preview-rules.ts';

interface NameAndEmail {
  name: string;
  email: string;
}

/** Deleted people are null. Timestamps are ISO strings. */
export interface ActivationPeople {
  owner: Person | null;
  initiator: Person | null;
  contact: NameAndEmail | null;
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
  started_at: string;
  activated_at: string | null;
  release_at: string | null;
  owner_id: string;
}

const owner = aliasPerson('owner');
const initiator = aliasPerson('initiator');
const nameAndEmailJson = sql`json_build_object('name', ${contact.name}, 'email', ${contact.email})`;

export async function findPeopleOfActivation(
  database: Database,
  activationId: string,
): Promise<ActivationPeople | undefined> {
  const [found] = await database.rows<ActivationPeople>(sql`
    select
      ${owner.json} as owner, ${initiator.json} as initiator,
      case when ${contact.id} is null then null else ${nameAndEmailJson} end as contact,
      ${activation.status}, ${activation.end_reason},
      ${activation.deceased_user_id} as owner_id,
      ${activation.created_at} as started_at, ${activation.activated_at}, ${activation.release_at}
    from ${activation}
    ${owner.join(activation.deceased_user_id)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${contact} on ${contact.id} = ${activation.trusted_contact_id}
    where ${activation.id} = ${activationId}`);
  if (!found) return undefined;
  return {
    ...found,
    started_at: toIsoTimestamp(found.started_at),
    activated_at: found.activated_at && toIsoTimestamp(found.activated_at),
    release_at: found.release_at && toIsoTimestamp(found.release_at),
  };
}

/** Names and phone numbers of these contacts, as the owner entered them. */
export async function findContactsById(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, { name: string; phone: string | null }>> {
  if (ids.length === 0) return new Map();
  const rows = await database.rows<{ id: string; name: string; phone: string | null }>(sql`
    select ${contact.id} as id, ${contact.name} as name, ${contact.phone} as phone
    from ${contact} where ${contact.id} in ${ids}`);
  return new Map(rows.map(({ id, name, phone }) => [id, { name, phone }]));
}

export async function findOwnerOfPayment(
  database: Database,
  paymentId: string,
): Promise<Person | undefined> {
  const [found] = await database.rows<{ owner: Person | null }>(sql`
    select ${owner.json} as owner
    from ${activation}
    ${owner.join(activation.deceased_user_id)}
    where ${activation.payment_id} = ${paymentId}`);
  return found?.owner ?? undefined;
}

interface ContactPeople {
  contact: NameAndEmail;
  language: Locale;
  owner_id: string;
  owner: Person;
}

export async function findContactPerson(
  database: Database,
  contactId: string,
): Promise<ContactPeople | undefined> {
  const [found] = await database.rows<ContactPeople>(sql`
    select ${nameAndEmailJson} as contact, ${contact.preferred_language} as language,
      ${contact.user_id} as owner_id, ${owner.json} as owner
    from ${contact}
    ${owner.join(contact.user_id)}
    where ${contact.id} = ${contactId}`);
  return found;
}

/**
 * Owner names by payment, as in the payer's list of legacies; only while the payer is a confirmed
 * contact.
 */
export async function findOwnerNames(
  database: Database,
  paymentIds: string[],
): Promise<Map<string, string>> {
  const rows = await database.rows<{ payment_id: string; name: string }>(sql`
    select ${activation.payment_id},
      coalesce(nullif(${owner.profile.full_name}, ''), ${owner.user.email}) as name
    from ${activation}
    inner join ${contact}
      on ${contact.id} = ${activation.trusted_contact_id} and ${contact.is_confirmed}
    ${owner.join(activation.deceased_user_id)}
    where ${activation.payment_id} in ${paymentIds}`);
  return new Map(rows.map(({ payment_id, name }) => [payment_id, name]));
}

interface ContactOfPreview extends PreviewedContact {
  name: string;
  language: Locale;
}

export function listContactsOf(database: Database, ownerId: string): Promise<ContactOfPreview[]> {
  return database
    .db()
    .select({
      id: contact.id,
      name: contact.name,
      email: contact.email,
      status: contact.status,
      language: contact.preferred_language,
    })
    .from(contact)
    .where(eq(contact.user_id, ownerId))
    .orderBy(contact.id);
}
