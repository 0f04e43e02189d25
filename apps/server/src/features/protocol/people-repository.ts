import type { Locale } from '@zavet/contract/locales';
import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';

interface Account {
  email: string;
  full_name: string | null;
  language: Locale;
}

interface Named {
  name: string;
  email: string;
}

/** Whom an activation is about; those who are gone are null. Moments are ISO texts. */
export interface ActivationPeople {
  owner: Account | null;
  initiator: Account | null;
  contact: Named | null;
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
  started_at: string;
  activated_at: string | null;
}

const account = (name: string) =>
  sql.raw(`
  case when ${name}.id is null then null else json_build_object(
    'email', ${name}.email, 'full_name', ${name}_profile.full_name,
    'language', coalesce(${name}_profile.preferred_language, 'ru')) end`);

export async function findPeopleOfActivation(
  database: Database,
  activationId: string,
): Promise<ActivationPeople | undefined> {
  const [found] = await database.rows<
    Omit<ActivationPeople, 'started_at' | 'activated_at'> & {
      started_at: Date | string;
      activated_at: Date | string | null;
    }
  >(sql`
    select
      ${account('owner')} as owner, ${account('initiator')} as initiator,
      case when contact.id is null then null
        else json_build_object('name', contact.name, 'email', contact.email) end as contact,
      activation.status, activation.end_reason,
      activation.created_at as started_at, activation.activated_at
    from activation_requests activation
    left join users owner on owner.id = activation.deceased_user_id
    left join user_profiles owner_profile on owner_profile.user_id = owner.id
    left join users initiator on initiator.id = activation.initiator_user_id
    left join user_profiles initiator_profile on initiator_profile.user_id = initiator.id
    left join trusted_contacts contact on contact.id = activation.trusted_contact_id
    where activation.id = ${activationId}`);
  if (!found) return undefined;
  return {
    ...found,
    started_at: new Date(found.started_at).toISOString(),
    activated_at: found.activated_at ? new Date(found.activated_at).toISOString() : null,
  };
}

/** The owner whose activation a payment was for. */
export async function findOwnerOfPayment(
  database: Database,
  paymentId: string,
): Promise<Account | undefined> {
  const [found] = await database.rows<{ owner: Account | null }>(sql`
    select ${account('owner')} as owner
    from activation_requests activation
    left join users owner on owner.id = activation.deceased_user_id
    left join user_profiles owner_profile on owner_profile.user_id = owner.id
    where activation.payment_id = ${paymentId}`);
  return found?.owner ?? undefined;
}

/** A contact with the owner who named it. */
export async function findContactPerson(
  database: Database,
  contactId: string,
): Promise<{ contact: Named; owner: Account } | undefined> {
  const [found] = await database.rows<{ contact: Named; owner: Account }>(sql`
    select json_build_object('name', contact.name, 'email', contact.email) as contact,
      ${account('owner')} as owner
    from trusted_contacts contact
    inner join users owner on owner.id = contact.user_id
    left join user_profiles owner_profile on owner_profile.user_id = owner.id
    where contact.id = ${contactId}`);
  return found;
}

/**
 * Whose protocols these payments were for, as /trusted-legacies calls those owners. Somebody who
 * is no longer a confirmed contact of an owner does not learn the name any more.
 */
export async function findOwnerNames(
  database: Database,
  paymentIds: string[],
): Promise<Map<string, string>> {
  const rows = await database.rows<{ payment_id: string; name: string }>(sql`
    select activation.payment_id, coalesce(nullif(profile.full_name, ''), owner.email) as name
    from activation_requests activation
    inner join trusted_contacts contact
      on contact.id = activation.trusted_contact_id and contact.is_confirmed
    inner join users owner on owner.id = activation.deceased_user_id
    left join user_profiles profile on profile.user_id = owner.id
    where activation.payment_id in ${paymentIds}`);
  return new Map(rows.map(({ payment_id, name }) => [payment_id, name]));
}
