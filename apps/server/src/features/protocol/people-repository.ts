import type { ActivationEnd, ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { type Person, personAs } from '../account/public.ts';
import { trustedContacts as contact } from '../contacts/public.ts';
import { activationRequests as activation } from './protocol-tables.ts';

interface Named {
  name: string;
  email: string;
}

/** Whom an activation is about; those who are gone are null. Moments are ISO texts. */
export interface ActivationPeople {
  owner: Person | null;
  initiator: Person | null;
  contact: Named | null;
  status: ActivationStatus;
  end_reason: ActivationEnd | null;
  started_at: string;
  activated_at: string | null;
}

const owner = personAs('owner');
const initiator = personAs('initiator');
const named = sql`json_build_object('name', ${contact.name}, 'email', ${contact.email})`;

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
      ${owner.json} as owner, ${initiator.json} as initiator,
      case when ${contact.id} is null then null else ${named} end as contact,
      ${activation.status}, ${activation.end_reason},
      ${activation.created_at} as started_at, ${activation.activated_at}
    from ${activation}
    ${owner.join(activation.deceased_user_id)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${contact} on ${contact.id} = ${activation.trusted_contact_id}
    where ${activation.id} = ${activationId}`);
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
): Promise<Person | undefined> {
  const [found] = await database.rows<{ owner: Person | null }>(sql`
    select ${owner.json} as owner
    from ${activation}
    ${owner.join(activation.deceased_user_id)}
    where ${activation.payment_id} = ${paymentId}`);
  return found?.owner ?? undefined;
}

/** A contact with the owner who named it. */
export async function findContactPerson(
  database: Database,
  contactId: string,
): Promise<{ contact: Named; owner: Person } | undefined> {
  const [found] = await database.rows<{ contact: Named; owner: Person }>(sql`
    select ${named} as contact, ${owner.json} as owner
    from ${contact}
    ${owner.join(contact.user_id)}
    where ${contact.id} = ${contactId}`);
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
    select ${activation.payment_id},
      coalesce(nullif(${owner.profile.full_name}, ''), ${owner.user.email}) as name
    from ${activation}
    inner join ${contact}
      on ${contact.id} = ${activation.trusted_contact_id} and ${contact.is_confirmed}
    ${owner.join(activation.deceased_user_id)}
    where ${activation.payment_id} in ${paymentIds}`);
  return new Map(rows.map(({ payment_id, name }) => [payment_id, name]));
}
