import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationRequests } from '../protocol-tables.ts';

export interface PayingRow {
  activation_id: string;
  contact_id: string;
  initiator_user_id: string;
  name: string;
  email: string;
  started_at: Date | string;
}

/**
 * Who pays for the start of an owner's protocol: the one answer for the owner and for the other
 * contacts. Only who may still activate (`mayActivate`), and has not left it alone for long.
 */
export function payingOf(ownerId: SQLWrapper, since: SQLWrapper): SQL {
  return sql`
    select activation.id as activation_id, activation.initiator_user_id,
      coalesce(activation.payment_begun_at, activation.created_at) as started_at,
      ${contact.id} as contact_id, ${contact.name} as name, ${contact.email} as email
    from ${activationRequests} activation
    inner join ${contact}
      on ${contact.id} = activation.trusted_contact_id and ${contact.status} = 'confirmed'
      and ${contact.bound_user_id} = activation.initiator_user_id
    where activation.deceased_user_id = ${ownerId} and activation.status = 'payment_pending'
      and coalesce(activation.payment_begun_at, activation.created_at) > ${since}::timestamptz`;
}

export function listPaying(database: Database, ownerId: string, since: Date): Promise<PayingRow[]> {
  return database.rows<PayingRow>(
    sql`${payingOf(sql`${ownerId}::uuid`, sql`${since.toISOString()}`)}
      order by activation.created_at, activation.id`,
  );
}
