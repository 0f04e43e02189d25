import { effectiveActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact, contactInvitations } from '../../contacts/public.ts';
import { activationRequests, deliveries, deliveryLinks } from '../protocol-tables.ts';
import { isMeant, recordDeliveryEvents } from './delivery-repository.ts';
import type { LeftOutContact } from './delivery-rules.ts';

/** Whether a contact has not answered and was not asked since an activation. */
const isUnasked = sql`${contact.status} = 'pending' and not exists (
  select 1 from ${contactInvitations}
  where ${contactInvitations.contact_id} = ${contact.id}
    and ${contactInvitations.created_at} >= activation.activated_at)`;

/** Contacts who have not answered, were not asked since, and for whom letters are withheld. */
export async function listLateContacts(
  database: Database,
  activationId: string,
): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(sql`
    select ${contact.id} from ${contact}
    inner join ${activationRequests} activation
      on activation.id = ${activationId} and activation.deceased_user_id = ${contact.user_id}
    where ${isUnasked} and exists (
      select 1 from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.activation_id = activation.id
        and deliveries.state = 'withheld' and ${isMeant})
    order by ${contact.id}`);
  return rows.map(({ id }) => id);
}

/** Activations in effect that keep letters for somebody who has agreed since, or was never asked. */
export async function listForgotten(
  database: Database,
): Promise<{ id: string; owner_id: string }[]> {
  return database.rows(sql`
    select distinct activation.id, activation.deceased_user_id as owner_id
    from ${deliveries}
    inner join ${activationRequests} activation
      on activation.id = deliveries.activation_id
      and activation.status in ${effectiveActivationStatuses}
    inner join ${contact} on ${contact.id} = deliveries.contact_id
    where deliveries.state = 'withheld' and ${isMeant}
      and (${contact.status} = 'confirmed' or (${isUnasked}))`);
}

export interface LeftOutRow extends LeftOutContact {
  id: string;
  name: string;
}

/** Contacts for whom something is withheld that the owner still means for them. */
export async function listLeftOut(database: Database, activationId: string): Promise<LeftOutRow[]> {
  const rows = await database.rows<
    Omit<LeftOutRow, 'expires_at'> & { expires_at: Date | string | null }
  >(sql`
    select ${contact.id}, ${contact.name}, ${contact.status}, ${contactInvitations.mail_state},
      ${contactInvitations.expires_at}
    from ${contact}
    left join ${contactInvitations} on ${contactInvitations.contact_id} = ${contact.id}
    where exists (
      select 1 from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.activation_id = ${activationId}
        and deliveries.state = 'withheld' and ${isMeant})
    order by ${contact.name}, ${contact.id}`);
  return rows.map((row) => ({
    ...row,
    expires_at: row.expires_at === null ? null : new Date(row.expires_at),
  }));
}

/** What is withheld from a contact, held until the transaction ends. The owner must be locked. */
export async function lockWithheld(
  database: Database,
  activationId: string,
  contactId: string,
): Promise<{ id: string; instruction_id: string }[]> {
  return database.rows(sql`
    select id, instruction_id from ${deliveries}
    where activation_id = ${activationId} and contact_id = ${contactId} and state = 'withheld'
      and ${isMeant}
    order by id
    for update`);
}

/** A statement takes at most 65,535 values. */
const lettersAtOnce = 2000;

export interface ReleasedLetter {
  id: string;
  link: { id: string; digest: string; expires_at: Date };
}

/** Withheld letters go out from now on, each with its link. */
export async function queueWithheld(
  database: Database,
  letters: readonly ReleasedLetter[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < letters.length; from += lettersAtOnce) {
    const part = letters.slice(from, from + lettersAtOnce);
    const ids = part.map(({ id }) => id);
    const moved = await database
      .db()
      .update(deliveries)
      .set({ state: 'queued', next_attempt_at: now })
      .where(and(inArray(deliveries.id, ids), eq(deliveries.state, 'withheld')))
      .returning({ id: deliveries.id });
    if (moved.length < part.length) throw new Error('A locked letter was sent by somebody else.');
    await database
      .db()
      .insert(deliveryLinks)
      .values(part.map(({ id, link }) => ({ ...link, delivery_id: id, created_at: now })));
    await recordDeliveryEvents(
      database,
      ids.map((id) => ({ delivery_id: id, kind: 'queued', created_at: now })),
    );
  }
}
