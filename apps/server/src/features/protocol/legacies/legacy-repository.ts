import type { ContactStatus } from '@zavet/contract/contacts/contact-values';
import {
  type ActivationEnd,
  type ActivationStatus,
  effectiveActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import { personAs, users } from '../../account/public.ts';
import { trustedContacts as contact } from '../../contacts/public.ts';
import { payingOf } from '../activation/paying-repository.ts';
import { countsOf, type DeliveryCounts } from '../delivery/delivery-repository.ts';
import { activationPinTries, activationRequests, deliveries } from '../protocol-tables.ts';

const me = alias(users, 'me');
const owner = personAs('owner');
const { profile } = owner;

export interface LegacyRow {
  user_id: string;
  first_name: string | null;
  last_name: string | null;
  full_name: string | null;
  user_email: string;
  trusted_contact_id: string;
  is_confirmed: boolean;
  status: ContactStatus;
  protocol_activated_at: Date | string | null;
  asks_for_pin: boolean;
  pin_locked_until: Date | string | null;
  activation: {
    id: string;
    status: ActivationStatus;
    end_reason: ActivationEnd | null;
    initiator_user_id: string | null;
    created_at: string;
    activated_at: string | null;
  } | null;
  is_paid_by_other: boolean;
  progress: DeliveryCounts;
  instruction_count: number;
}

const activationOf = (ownerId: SQLWrapper, initiatorId: SQLWrapper) => sql`
  select id, status, end_reason, initiator_user_id, created_at, activated_at
  from ${activationRequests}
  where deceased_user_id = ${ownerId}
    and (status in ${effectiveActivationStatuses} or initiator_user_id = ${initiatorId})
  order by status in ${effectiveActivationStatuses} desc, status = 'payment_pending' desc,
    created_at desc
  limit 1`;

const legacyRows = prepared<{ userId: string; now: string; paidSince: string }>(
  ({ userId, now, paidSince }) => sql`
  select
    ${contact.user_id} as user_id, ${profile.first_name} as first_name,
    ${profile.last_name} as last_name, ${profile.full_name} as full_name,
    ${owner.user.email} as user_email, ${contact.id} as trusted_contact_id,
    ${contact.is_confirmed} as is_confirmed, ${contact.status} as status,
    ${contact.protocol_activated_at} as protocol_activated_at,
    ${profile.pin_hash} is not null as asks_for_pin,
    case when tries.locked_until > ${now}::timestamptz then tries.locked_until end
      as pin_locked_until,
    to_json(activation) as activation,
    exists (
      select 1 from (${payingOf(owner.user.id, paidSince)}) paying
      where paying.initiator_user_id <> ${me.id}) as is_paid_by_other,
    json_build_object('total', total, 'accepted', accepted, 'waiting', waiting,
      'unreachable', unreachable, 'withheld', withheld) as progress,
    (select count(*)::int from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.state <> 'withheld')
      as instruction_count
  from ${users} ${me}
  inner join ${contact}
    on ${contact.bound_user_id} = ${me.id} and ${contact.is_confirmed}
  ${owner.join(contact.user_id)}
  left join ${activationPinTries} tries on tries.contact_id = ${contact.id}
  left join lateral (${activationOf(owner.user.id, me.id)}) activation on true
  cross join lateral (${countsOf(sql`activation.id`)}) progress
  where ${me.id} = ${userId}
  order by ${contact.created_at}, ${contact.id}`,
);

/**
 * The owners who named this person and were answered with yes: one query. Of
 * their activations the one that has taken effect, otherwise the person's own latest try.
 */
export function listLegacyRows(
  database: Database,
  userId: string,
  now: Date,
  paidSince: Date,
): Promise<LegacyRow[]> {
  return database.rows<LegacyRow>(
    legacyRows({ userId, now: now.toISOString(), paidSince: paidSince.toISOString() }),
  );
}

/** Whether this contact is this person: the account it was bound to, whatever its address is now. */
export async function isOwnContactEntry(
  database: Database,
  userId: string,
  contactId: string,
): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from ${contact}
    where ${contact.id} = ${contactId} and ${contact.is_confirmed}
      and ${contact.bound_user_id} = ${userId}`);
  return found.length > 0;
}
