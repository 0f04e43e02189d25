import type { Locale } from '@zavet/contract/locales';
import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { type Person, personAs } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import type { Activation } from '../activation/activation-repository.ts';
import { activationRequests as activation } from '../protocol-tables.ts';

/** Makes an activation that took effect one of the past. It must be locked. */
export async function markPast(
  database: Database,
  { id, status }: Pick<Activation, 'id' | 'status'>,
  letters: Activation['past_letters'],
  now: Date,
): Promise<void> {
  const moved = await database
    .db()
    .update(activation)
    .set({ status: 'past', armed_at: now, past_letters: letters, updated_at: now })
    .where(and(eq(activation.id, id), eq(activation.status, status)))
    .returning({ id: activation.id });
  if (moved.length === 0) throw new Error('A locked activation was changed by somebody else.');
}

const initiator = personAs('initiator');

/**
 * What took effect before the protocol was armed again, newest first. Where the contact is gone, it
 * is named as its account is.
 */
export async function listPast(database: Database, ownerId: string): Promise<PastProtocol[]> {
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

const owner = personAs('owner');

/** A contact who may start the protocol, with the owner; undefined for anybody else. */
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
