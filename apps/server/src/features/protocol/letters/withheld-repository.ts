import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { lowestId } from '../../../platform/ids.ts';
import { trustedContacts as contact, contactInvitations } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { activationRequests } from '../protocol-tables.ts';
import { isStillAddressed } from './delivery-repository.ts';
import { deliveries } from './delivery-tables.ts';
import type { UndeliveredInstruction, WithheldContact } from './recipient-rules.ts';

/** True for contacts who have not answered and were not invited since the release. */
const isUninvited = sql`${contact.status} = 'pending' and not exists (
  select 1 from ${contactInvitations}
  where ${contactInvitations.contact_id} = ${contact.id}
    and ${contactInvitations.created_at} >= activation.activated_at)`;

/** Contacts with withheld letters who were not invited since the release. */
export async function listLateContacts(
  database: Database,
  activationId: string,
): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select ${contact.id} from ${contact}
    inner join ${activationRequests} activation
      on activation.id = ${activationId} and activation.deceased_user_id = ${contact.user_id}
    where ${isUninvited} and exists (
      select 1 from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.activation_id = activation.id
        and deliveries.state = 'withheld' and ${isStillAddressed})
    order by ${contact.id}`);
  return rows.map(({ id }) => id);
}

export interface LateActivation {
  id: string;
  owner_id: string;
}

/**
 * A page of the activations with withheld letters to a confirmed or uninvited contact, sorted by
 * id.
 */
export async function listActivationsToCatchUp(
  database: Database,
  afterId: string | undefined,
  limit: number,
): Promise<LateActivation[]> {
  return database.rows(sql`
    select distinct activation.id, activation.deceased_user_id as owner_id
    from ${deliveries}
    inner join ${activationRequests} activation
      on activation.id = deliveries.activation_id
      and activation.status in ${effectiveActivationStatuses}
    inner join ${contact} on ${contact.id} = deliveries.contact_id
    where deliveries.state = 'withheld' and ${isStillAddressed}
      and (${contact.status} = 'confirmed' or (${isUninvited}))
      and activation.id > ${afterId ?? lowestId}::uuid
    order by activation.id limit ${limit}`);
}

interface WithheldContactRow extends WithheldContact {
  id: string;
  name: string;
  letters: number;
}

export async function listWithheldContacts(
  database: Database,
  activationId: string,
): Promise<WithheldContactRow[]> {
  const rows = await database.rows<
    Omit<WithheldContactRow, 'expires_at'> & { expires_at: Date | string | null }
  >(sql`
    select ${contact.id}, ${contact.name}, ${contact.status}, ${contactInvitations.mail_state},
      ${contactInvitations.expires_at}, withheld.letters
    from ${contact}
    left join ${contactInvitations} on ${contactInvitations.contact_id} = ${contact.id}
    inner join lateral (
      select count(*)::int as letters from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.activation_id = ${activationId}
        and deliveries.state = 'withheld' and ${isStillAddressed}) withheld on withheld.letters > 0
    order by ${contact.name}, ${contact.id}`);
  return rows.map((row) => ({
    ...row,
    expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  }));
}

/** Locks and returns the withheld letters of a contact. The owner must already be locked. */
export async function lockWithheld(
  database: Database,
  activationId: string,
  contactId: string,
): Promise<{ id: string; instruction_id: string }[]> {
  return database.rows(sql`
    select id, instruction_id from ${deliveries}
    where activation_id = ${activationId} and contact_id = ${contactId} and state = 'withheld'
      and ${isStillAddressed}
    order by id
    for update`);
}

interface UndeliveredRow extends UndeliveredInstruction {
  instruction_id: string;
}

/** Instructions in the owner's outbox, with counts of their letters in the current activation. */
export async function listUndeliveredInstructions(
  database: Database,
  ownerId: string,
): Promise<UndeliveredRow[]> {
  const rows = await database.rows<
    Omit<UndeliveredRow, 'created_at' | 'queued_at'> & {
      created_at: Date | string;
      queued_at: Date | string | null;
    }
  >(sql`
    select ${instructions.id} as instruction_id, ${instructions.created_at} as created_at,
      ${instructions.queued_at} as queued_at, letters.waiting, letters.withheld, letters.closed
    from ${instructions}
    cross join lateral (
      select
        (count(*) filter (where deliveries.state = 'queued'))::int as waiting,
        (count(*) filter (where deliveries.state = 'withheld'))::int as withheld,
        (count(*) filter (where deliveries.state = 'closed'))::int as closed
      from ${deliveries}
      inner join ${activationRequests} on ${activationRequests.id} = deliveries.activation_id
        and ${activationRequests.status} in ${effectiveActivationStatuses}
      where deliveries.instruction_id = ${instructions.id}
    ) letters
    where ${instructions.user_id} = ${ownerId} and ${instructions.status} = 'outbox'
    order by ${instructions.created_at}, ${instructions.id}`);
  return rows.map((row) => ({
    ...row,
    created_at: new Date(row.created_at),
    queued_at: row.queued_at === null ? null : new Date(row.queued_at),
  }));
}
