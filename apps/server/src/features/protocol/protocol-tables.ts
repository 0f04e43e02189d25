import type { PastProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import {
  activationEnds,
  activationStatuses,
  approvalBases,
  doubtEndings,
  endReminders,
  expiringActivationStatuses,
  openActivationStatuses,
  rejectionReasons,
  requestReasons,
  startedActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../platform/database/timestamps.ts';
import { payments } from '../billing/payments/payment-tables.ts';
import { users } from '../identity/account/account-tables.ts';
import { trustedContacts } from '../people/contacts/contact-tables.ts';
import { ownerAddresses, vetoWays } from './activation/veto-rules.ts';

const statusIn = (statuses: readonly string[]) =>
  sql.raw(`status in (${statuses.map((status) => `'${status}'`).join(', ')})`);

/**
 * Starts of owners' protocols, from the first step to the last delivery. Per owner, at most one is
 * in its waiting period or in effect; per contact, at most one is unpaid. A trigger enforces the
 * moves between statuses.
 */
export const activationRequests = pgTable(
  'activation_requests',
  {
    id: uuid().primaryKey(),
    deceased_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The contact who starts; null once the owner has removed the contact. */
    trusted_contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    initiator_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    payment_id: uuid()
      .unique()
      .references(() => payments.id, { onDelete: 'set null' }),
    status: text({ enum: activationStatuses }).notNull(),
    /** The reason why the activation ended without letters. */
    end_reason: text({ enum: activationEnds }),
    /** The reason of a request to operators; null without one. */
    request_reason: text({ enum: requestReasons }),
    decided_at: timestamptz(),
    rejection: text({ enum: rejectionReasons }),
    /** The basis of the approval, also of one carried over from an earlier attempt. */
    approval_basis: text({ enum: approvalBases }),
    /** First step of an approval by death certificate; the operator may no longer exist. */
    certificate_proposed_by: uuid(),
    certificate_proposed_at: timestamptz(),
    /** The operator of the second step. */
    certificate_approved_by: uuid(),
    /**
     * The operator who claimed the request until `claimed_until`. Other operators may take it over.
     */
    claimed_by: uuid(),
    claimed_until: timestamptz(),
    /** When the contact asked for agreement; carried over to later attempts of the same contact. */
    agreement_asked_at: timestamptz(),
    /** The contact who agreed; null once the owner has removed the contact. */
    seconded_by: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    seconded_at: timestamptz(),
    /** An operator dismissed doubts of other contacts about this start. */
    doubt_dismissed_at: timestamptz(),
    /** The initiator was notified that they may continue alone. */
    alone_notified_at: timestamptz(),
    /** No agreement in time: the waiting period is longer. */
    is_alone: boolean().notNull().default(false),
    payment_started_at: timestamptz(),
    /** The last reminder of a stale activation; reset by every step. */
    end_reminder: text({ enum: endReminders }),
    end_reminded_at: timestamptz(),
    /** The waiting period that applied at the payment. */
    waiting_hours: integer(),
    waiting_since: timestamptz(),
    release_at: timestamptz(),
    warned_at: timestamptz(),
    vetoed_by: text({ enum: vetoWays }),
    activated_at: timestamptz(),
    armed_at: timestamptz(),
    /**
     * Letter counts when the protocol was rearmed or the handover ended, stored because letters,
     * contacts and instructions may be deleted.
     */
    past_letters: jsonb().$type<Pick<PastProtocol, 'progress' | 'opened'>>(),
    /** When letters, links and instructions were deleted. */
    handover_ended_at: timestamptz(),
    /** The contacts are deleted at this time, unless the owner was active since the release. */
    contacts_kept_until: timestamptz(),
    created_at: timestamptz().notNull(),
    updated_at: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('activation_requests_one_started')
      .on(table.deceased_user_id)
      .where(statusIn(startedActivationStatuses)),
    uniqueIndex('activation_requests_one_open')
      .on(table.deceased_user_id, table.trusted_contact_id)
      .where(statusIn(openActivationStatuses)),
    index('activation_requests_handed_over')
      .on(table.activated_at, table.id)
      .where(sql`activated_at is not null and handover_ended_at is null`),
    index('activation_requests_contacts_kept')
      .on(table.contacts_kept_until)
      .where(sql`contacts_kept_until is not null`),
    index('activation_requests_asked')
      .on(table.created_at, table.id)
      .where(sql`status = 'requested'`),
    index('activation_requests_decided')
      .on(table.decided_at, table.id)
      .where(sql`decided_at is not null`),
    index('activation_requests_unanswered')
      .on(table.agreement_asked_at, table.id)
      .where(sql`status = 'agreement_pending' and alone_notified_at is null`),
    index('activation_requests_stale')
      .on(table.updated_at, table.id)
      .where(statusIn(expiringActivationStatuses)),
    check(
      'activation_requests_have_a_reason',
      sql`status not in ('requested', 'approved', 'rejected') or request_reason is not null`,
    ),
    check(
      'activation_requests_rejected_for_a_reason',
      sql`(status = 'rejected') = (rejection is not null)`,
    ),
    check('activation_requests_claims_end', sql`(claimed_by is null) = (claimed_until is null)`),
    index('activation_requests_claimed')
      .on(table.claimed_by, table.created_at)
      .where(sql`status = 'requested' and claimed_by is not null`),
    check(
      'activation_requests_certificate_in_two_steps',
      sql`status <> 'approved' or approval_basis is distinct from 'death_certificate' or (certificate_proposed_by is not null and certificate_proposed_at is not null and certificate_approved_by is not null and (certificate_approved_by <> certificate_proposed_by or decided_at >= certificate_proposed_at + interval '24 hours'))`,
    ),
    index('activation_requests_waiting').on(table.release_at).where(sql`status = 'waiting'`),
    check(
      'activation_requests_waiting_has_an_end',
      sql`status <> 'waiting' or (waiting_hours > 0 and waiting_since is not null and release_at >= waiting_since + make_interval(hours => waiting_hours))`,
    ),
    check(
      'activation_requests_never_early',
      sql`activated_at is null or release_at is null or activated_at >= release_at`,
    ),
    index().on(table.deceased_user_id, table.created_at.desc()),
    index().on(table.trusted_contact_id),
    index().on(table.initiator_user_id),
    index().on(table.seconded_by),
  ],
);

/** Wrong PIN attempts of a contact since the last correct one, and the resulting lock. */
export const activationPinTries = pgTable('activation_pin_tries', {
  contact_id: uuid()
    .primaryKey()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  failures: integer().notNull().default(0),
  locked_until: timestamptz(),
});

const ownerKey = () =>
  uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' });

/** Settings of an owner; without a row the defaults apply. */
export const protocolRules = pgTable('protocol_rules', {
  user_id: ownerKey(),
  waiting_hours: integer().notNull().default(0),
  needs_second: boolean().notNull().default(false),
  /** A weaker choice of the owner that applies only from `pending_from`. */
  pending_waiting_hours: integer(),
  pending_needs_second: boolean(),
  pending_from: timestamptz(),
  /** Null if the owner only created a paper code. */
  chosen_at: timestamptz(),
  /** Keyed hash of the paper code. A veto uses it up. */
  veto_code_digest: text().unique(),
  veto_code_created_at: timestamptz(),
  /** The last used code, so that it is not reported as unknown. */
  used_veto_code_digest: text().unique(),
});

/** An owner's second address for warnings; it has no effect until it is confirmed. */
export const secondAddresses = pgTable(
  'second_addresses',
  {
    user_id: ownerKey(),
    email: text().notNull(),
    confirmed_at: timestamptz(),
    /** The secret in the mailed link is computed from this id. */
    link_id: uuid().notNull(),
    link_digest: text().notNull().unique(),
    asked_at: timestamptz().notNull(),
    expires_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.email)],
);

/** Former second addresses, until their last mail is sent. */
export const formerSecondAddresses = pgTable(
  'former_second_addresses',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.created_at)],
);

/**
 * Veto links in mails to the owner, one per activation and mailbox. A link also vetoes later
 * activations as long as the mailbox belongs to the owner.
 */
export const vetoLinks = pgTable(
  'veto_links',
  {
    id: uuid().primaryKey(),
    activation_id: uuid()
      .notNull()
      .references(() => activationRequests.id, { onDelete: 'cascade' }),
    address: text({ enum: ownerAddresses }).notNull(),
    /** Keyed hash of the address that the link was mailed to. */
    mailbox_digest: text().notNull(),
    digest: text().notNull().unique(),
    /** Time of the last veto with this link. */
    used_at: timestamptz(),
    created_at: timestamptz().notNull(),
  },
  (table) => [unique('veto_links_one_per_mailbox').on(table.activation_id, table.mailbox_digest)],
);

/** Blocks and approvals of contacts. */
export const contactVetoes = pgTable('contact_vetoes', {
  contact_id: uuid()
    .primaryKey()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  /** Blocked by a veto, until the owner unblocks or operators approve the contact. */
  vetoed_at: timestamptz(),
  questioned_at: timestamptz(),
  /** Approved by operators, which lifts a block and waives the PIN. */
  approved_at: timestamptz(),
  approved_basis: text({ enum: approvalBases }),
});

/**
 * Doubts of contacts about starts of an owner's protocol. While open, a doubt holds back every start by
 * other contacts, and a trigger refuses their release.
 */
export const activationDoubts = pgTable(
  'activation_doubts',
  {
    id: uuid().primaryKey(),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the owner has removed the contact: the doubt stays. */
    contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    doubted_at: timestamptz().notNull(),
    ended_at: timestamptz(),
    ending: text({ enum: doubtEndings }),
  },
  (table) => [
    uniqueIndex('activation_doubts_one_open')
      .on(table.owner_id, table.contact_id)
      .where(sql`ended_at is null`),
    index('activation_doubts_open').on(table.doubted_at).where(sql`ended_at is null`),
    index().on(table.owner_id),
    index().on(table.contact_id),
    check('activation_doubts_end_in_a_way', sql`(ended_at is null) = (ending is null)`),
  ],
);
