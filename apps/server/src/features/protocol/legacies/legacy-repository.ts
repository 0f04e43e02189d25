import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import {
  type ActivationEnd,
  type ActivationStatus,
  type EndReminder,
  openActivationStatuses,
  type RejectionReason,
  startedActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/prepared.ts';
import { payments } from '../../billing/payments/index.ts';
import { aliasPerson, users } from '../../identity/account/index.ts';
import { trustedContacts as contact, contactReconfirmations } from '../../people/contacts/index.ts';
import { selectPayingContacts } from '../activation/activation-repository.ts';
import { type DeliveryCounts, selectCountsOf } from '../letters/delivery-repository.ts';
import { deliveries } from '../letters/delivery-tables.ts';
import {
  activationDoubts,
  activationPinTries,
  activationRequests,
  contactVetoes,
  protocolRules,
} from '../protocol-tables.ts';
import { requestPapers } from '../requests/request-tables.ts';

const me = alias(users, 'me');
const owner = aliasPerson('owner');
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
    rejection: RejectionReason | null;
    initiator_user_id: string | null;
    contact_name: string | null;
    created_at: string;
    updated_at: string;
    end_reminder: EndReminder | null;
    end_reminded_at: string | null;
    activated_at: string | null;
    waiting_hours: number | null;
    waiting_since: string | null;
    release_at: string | null;
    doubt_dismissed_at: string | null;
    agreement_asked_at: string | null;
    is_agreed: boolean;
    doubts: { contact_id: string | null; doubted_at: string }[] | null;
    /** An operator dismissed the caller's doubt about this start. */
    is_doubt_decided: boolean;
    starter_id: string | null;
    /** An operator asked for another document. */
    is_asked: boolean;
    asked_answered_at: string | null;
    /** Null if another person paid. */
    paid_kopecks: number | null;
  } | null;
  waiting_hours: number;
  needs_second: boolean;
  others: number;
  is_vetoed: boolean;
  is_approved: boolean;
  rejected_at: Date | string | null;
  reconfirmation_asked_at: Date | string | null;
  agreed_at: Date | string | null;
  is_paid_by_other: boolean;
  progress: DeliveryCounts;
  instruction_count: number;
}

const starter = alias(contact, 'starter');
const other = alias(contact, 'other');

interface Caller {
  ownerId: SQLWrapper;
  personId: SQLWrapper;
  contactId: SQLWrapper;
}

/**
 * Selects the activation most relevant to a contact. In this order: one in its waiting period or in
 * effect, the contact's own unpaid one, one that asks for agreement, one that the contact agreed
 * to, the latest of the contact's own attempts and of vetoed starts whose contact is still blocked.
 */
const selectActivationFor = ({ ownerId, personId, contactId }: Caller) => sql`
  select activation.id, activation.status, end_reason, rejection, initiator_user_id,
    ${starter.name} as contact_name, activation.created_at, activation.updated_at,
    end_reminder, end_reminded_at, activated_at, activation.waiting_hours, waiting_since, release_at,
    doubt_dismissed_at, agreement_asked_at, seconded_at is not null as is_agreed,
    activation.trusted_contact_id as starter_id,
    papers.asked_at is not null as is_asked, papers.asked_answered_at,
    (select json_agg(json_build_object('contact_id', doubt.contact_id,
        'doubted_at', doubt.doubted_at) order by doubt.doubted_at)
      from ${activationDoubts} doubt
      where doubt.owner_id = ${ownerId} and doubt.ended_at is null) as doubts,
    exists (select 1 from ${activationDoubts} doubt
      where doubt.contact_id = ${contactId} and doubt.ending = 'dismissed'
        and doubt.ended_at >= activation.created_at) as is_doubt_decided,
    (select ${payments.amount_kopecks} from ${payments}
      where ${payments.id} = activation.payment_id and ${payments.user_id} = ${personId})
      as paid_kopecks
  from ${activationRequests} activation
  left join ${contact} ${starter} on ${starter.id} = activation.trusted_contact_id
  left join ${contactVetoes} starter_veto on starter_veto.contact_id = ${starter.id}
  left join ${requestPapers} papers on papers.request_id = activation.id
  where deceased_user_id = ${ownerId} and activation.status <> 'past'
    and (activation.status in ${startedActivationStatuses} or initiator_user_id = ${personId}
      or (activation.status = 'agreement_pending' and ${starter.status} = 'confirmed')
      or (activation.status = 'agreed' and seconded_by = ${contactId})
      or (activation.status = 'vetoed' and starter_veto.vetoed_at is not null))
  order by activation.status in ${startedActivationStatuses} desc,
    (activation.status in ${openActivationStatuses}
      and initiator_user_id is not distinct from ${personId}) desc,
    activation.status = 'agreement_pending' desc,
    activation.status = 'agreed' desc,
    case when activation.status = 'vetoed' then activation.updated_at
      else activation.created_at end desc,
    initiator_user_id is not distinct from ${personId} desc
  limit 1`;

/** The current rules of an owner, including a pending choice whose time has come. */
const selectRulesOf = (ownerId: SQLWrapper, now: SQLWrapper) => sql`
  select
    case when pending_from <= ${now}::timestamptz then pending_waiting_hours
      else waiting_hours end as waiting_hours,
    case when pending_from <= ${now}::timestamptz then pending_needs_second
      else needs_second end as needs_second
  from ${protocolRules} where user_id = ${ownerId}`;

const countOthersOf = (ownerId: SQLWrapper, contactId: SQLWrapper) => sql`
  select count(*)::int as others
  from ${contact} ${other}
  where ${other.user_id} = ${ownerId} and ${other.status} = 'confirmed'
    and ${other.id} <> ${contactId}`;

const caller: Caller = { ownerId: owner.user.id, personId: me.id, contactId: contact.id };

const legacyRows = prepareStatement<{ userId: string; now: string; paidSince: string }>(
  ({ userId, now, paidSince: pendingPaymentsSince }) => sql`
  select
    ${contact.user_id} as user_id, ${profile.first_name} as first_name,
    ${profile.last_name} as last_name, ${profile.full_name} as full_name,
    ${owner.user.email} as user_email, ${contact.id} as trusted_contact_id,
    ${contact.is_confirmed} as is_confirmed, ${contact.status} as status,
    ${contact.protocol_activated_at} as protocol_activated_at,
    ${profile.pin_hash} is not null and own_veto.approved_at is null as asks_for_pin,
    case when tries.locked_until > ${now}::timestamptz then tries.locked_until end
      as pin_locked_until,
    ${contactReconfirmations.asked_at} as reconfirmation_asked_at, ${contactReconfirmations.confirmed_at} as agreed_at,
    to_json(activation) as activation,
    coalesce(rules.waiting_hours, 0) as waiting_hours,
    coalesce(rules.needs_second, false) as needs_second, others.others,
    own_veto.vetoed_at is not null as is_vetoed,
    own_veto.approved_at is not null as is_approved,
    (select max(case turned_down.status when 'rejected' then turned_down.decided_at
        else turned_down.updated_at end)
      from ${activationRequests} turned_down
      where turned_down.trusted_contact_id = ${contact.id}
        and (turned_down.status = 'rejected' or turned_down.end_reason = 'doubt_upheld'))
      as rejected_at,
    exists (
      select 1 from (${selectPayingContacts(owner.user.id, pendingPaymentsSince)}) paying
      where paying.initiator_user_id <> ${me.id}) as is_paid_by_other,
    json_build_object('total', total, 'accepted', accepted, 'waiting', waiting,
      'unreachable', unreachable, 'withheld', withheld, 'closed', closed, 'opened', opened) as progress,
    (select count(*)::int from ${deliveries}
      where deliveries.contact_id = ${contact.id} and deliveries.activation_id = activation.id
        and deliveries.envelope_id is not null) as instruction_count
  from ${users} ${me}
  inner join ${contact}
    on ${contact.bound_user_id} = ${me.id} and ${contact.is_confirmed}
  ${owner.join(contact.user_id)}
  left join ${contactReconfirmations} on ${contactReconfirmations.contact_id} = ${contact.id}
  left join ${activationPinTries} tries on tries.contact_id = ${contact.id}
  left join ${contactVetoes} own_veto on own_veto.contact_id = ${contact.id}
  left join lateral (${selectActivationFor(caller)}) activation on true
  left join lateral (${selectRulesOf(owner.user.id, now)}) rules on true
  cross join lateral (${countOthersOf(owner.user.id, contact.id)}) others
  cross join lateral (${selectCountsOf(sql`activation.id`)}) progress
  where ${me.id} = ${userId}
  order by ${contact.created_at}, ${contact.id}`,
);

/**
 * The owners who have this person as a confirmed contact, each with the most relevant activation.
 */
export function listLegacyRows(
  database: Database,
  userId: string,
  now: Date,
  pendingPaymentsSince: Date,
): Promise<LegacyRow[]> {
  return database.rows<LegacyRow>(
    legacyRows({ userId, now: now.toISOString(), paidSince: pendingPaymentsSince.toISOString() }),
  );
}

/**
 * True if the contact entry is bound to this account. Addresses are not compared, because they may
 * change.
 */
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
