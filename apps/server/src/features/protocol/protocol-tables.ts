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
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { payments } from '../billing/payments/index.ts';
import { users } from '../identity/account/index.ts';
import { trustedContacts } from '../people/contacts/index.ts';
import { ownerAddresses, vetoWays } from './activation/veto-rules.ts';

const moment = () => timestamp({ withTimezone: true });

const among = (statuses: readonly string[]) =>
  sql.raw(`status in (${statuses.map((status) => `'${status}'`).join(', ')})`);

/**
 * Every try to activate an owner's protocol, from the first press to the last delivery. At most one
 * of an owner waits or is in effect; of those that are not paid yet each contact has at most one.
 * Which status may follow which is repeated by a trigger.
 */
export const activationRequests = pgTable(
  'activation_requests',
  {
    id: uuid().primaryKey(),
    deceased_user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The contact as whom somebody activates; null once the owner has removed that contact. */
    trusted_contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    initiator_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    payment_id: uuid()
      .unique()
      .references(() => payments.id, { onDelete: 'set null' }),
    status: text({ enum: activationStatuses }).notNull(),
    /** Why it came to nothing. */
    end_reason: text({ enum: activationEnds }),
    /** Why the contact asked the operators; null where nobody was asked. */
    request_reason: text({ enum: requestReasons }),
    decided_at: moment(),
    rejection: text({ enum: rejectionReasons }),
    /** What the approval rests on, also one of a former try of the same contact. */
    approval_basis: text({ enum: approvalBases }),
    /** First step of an approval by death certificate; the operator may be gone since. */
    certificate_proposed_by: uuid(),
    certificate_proposed_at: moment(),
    /** The operator of the second step. */
    certificate_approved_by: uuid(),
    /** Since when a second contact is asked to agree; kept by a later try of the same contact. */
    agreement_asked_at: moment(),
    /** Who agreed; null again once that contact is removed. */
    seconded_by: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    seconded_at: moment(),
    /** An operator dismissed doubts of other contacts about this start. */
    doubt_dismissed_at: moment(),
    /** The contact who asked was notified that no answer came, and that they may continue alone. */
    alone_notified_at: moment(),
    /** Nobody agreed in time: letters wait longer. */
    is_alone: boolean().notNull().default(false),
    /** Where an agreement came first; otherwise it begins with the payment. */
    payment_begun_at: moment(),
    /** The last reminder that it ends if nobody goes on with it; null again when it moves. */
    end_reminder: text({ enum: endReminders }),
    end_reminded_at: moment(),
    /** Hours between payment and letters, from the moment it is paid. */
    waiting_hours: integer(),
    waiting_since: moment(),
    release_at: moment(),
    /** When the owner was last warned that it waits. */
    warned_at: moment(),
    stopped_by: text({ enum: vetoWays }),
    activated_at: moment(),
    /** When the owner armed the protocol again. */
    armed_at: moment(),
    /** What had become of its letters by then: contacts and instructions may go afterwards. */
    past_letters: jsonb().$type<Pick<PastProtocol, 'progress' | 'opened'>>(),
    /** When what was handed over ended, with its deliveries and links. */
    handover_ended_at: moment(),
    /** From then on the owner's contacts go as well, unless the owner gives a sign of life. */
    contacts_kept_until: moment(),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('activation_requests_one_started')
      .on(table.deceased_user_id)
      .where(among(startedActivationStatuses)),
    uniqueIndex('activation_requests_one_open')
      .on(table.deceased_user_id, table.trusted_contact_id)
      .where(among(openActivationStatuses)),
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
    index('activation_requests_left_open')
      .on(table.updated_at, table.id)
      .where(among(expiringActivationStatuses)),
    check(
      'activation_requests_have_a_reason',
      sql`status not in ('requested', 'approved', 'rejected') or request_reason is not null`,
    ),
    check(
      'activation_requests_rejected_for_a_reason',
      sql`(status = 'rejected') = (rejection is not null)`,
    ),
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

/** How often a contact has tried the owner's PIN since it was last right. */
export const activationPinTries = pgTable('activation_pin_tries', {
  contact_id: uuid()
    .primaryKey()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  failures: integer().notNull().default(0),
  locked_until: moment(),
});

const owner = () =>
  uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' });

/** What an owner decided about the start of the protocol. Without a row nothing was decided. */
export const protocolRules = pgTable('protocol_rules', {
  user_id: owner(),
  waiting_hours: integer().notNull().default(0),
  needs_second: boolean().notNull().default(false),
  /** A weaker choice, and from when on it holds. */
  pending_waiting_hours: integer(),
  pending_needs_second: boolean(),
  pending_from: moment(),
  /** When the owner last chose; null where there is only a code on paper. */
  chosen_at: moment(),
  /** Of the code on paper; it is used up by a stop. */
  stop_code_digest: text().unique(),
  stop_code_made_at: moment(),
  /** Of the last code that was used, until another one is made: so that it is not called unknown. */
  spent_stop_code_digest: text().unique(),
});

/** A second address of an owner for warnings. Counts once it is confirmed. */
export const secondAddresses = pgTable(
  'second_addresses',
  {
    user_id: owner(),
    email: text().notNull(),
    confirmed_at: moment(),
    /** The secret in the mailed link is computed from it. */
    link_id: uuid().notNull(),
    link_digest: text().notNull().unique(),
    asked_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [index().on(table.email)],
);

/** Addresses that were an owner's second one, until they are told that they are not any more. */
export const formerSecondAddresses = pgTable(
  'former_second_addresses',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.created_at)],
);

/**
 * The links in the owner's mails that veto an activation: one per mailbox. It also vetoes later
 * activations, as long as the mailbox is one of the owner's.
 */
export const vetoLinks = pgTable(
  'stop_links',
  {
    id: uuid().primaryKey(),
    activation_id: uuid()
      .notNull()
      .references(() => activationRequests.id, { onDelete: 'cascade' }),
    address: text({ enum: ownerAddresses }).notNull(),
    /** Of the e-mail address that it was mailed to. */
    mailbox_digest: text().notNull(),
    digest: text().notNull().unique(),
    /** When it last vetoed something. */
    used_at: moment(),
    created_at: moment().notNull(),
  },
  (table) => [unique('stop_links_one_per_mailbox').on(table.activation_id, table.mailbox_digest)],
);

/** What stands for or against a contact's next start. */
export const contactStandings = pgTable('contact_standings', {
  contact_id: uuid()
    .primaryKey()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  /** The owner stopped a start of this contact: no other until that is settled. */
  stopped_at: moment(),
  questioned_at: moment(),
  /** An operator has seen documents: neither a former stop nor a PIN stands in the way. */
  approved_at: moment(),
  approved_basis: text({ enum: approvalBases }),
});

/**
 * Doubts of contacts about the start of an owner's protocol. An open one holds back every start of
 * the others until it ends; a trigger refuses a release meanwhile.
 */
export const activationDoubts = pgTable(
  'activation_doubts',
  {
    id: uuid().primaryKey(),
    owner_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the owner has removed the contact; the doubt stays. */
    contact_id: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    doubted_at: moment().notNull(),
    ended_at: moment(),
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
