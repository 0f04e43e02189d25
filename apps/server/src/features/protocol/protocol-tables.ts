import type { PastProtocol } from '@zavet/contract/protocol/protocol-schemas';
import {
  activationEnds,
  activationStatuses,
  deliveryStates,
  endReminders,
  leavableActivationStatuses,
  openActivationStatuses,
  startedActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import {
  approvalBases,
  rejectionReasons,
  requestReasons,
} from '@zavet/contract/protocol/request-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
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
import { users } from '../account/public.ts';
import { trustedContacts } from '../contacts/public.ts';
import { instructions } from '../instructions/public.ts';
import { payments } from '../payments/public.ts';
import { deliveryEventKinds, lastRefusals } from './delivery/delivery-values.ts';
import { stopWays } from './stop/stop-values.ts';

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
    /** Since when a second contact is asked to agree; kept by a later try of the same contact. */
    agreement_asked_at: moment(),
    /** Who agreed; null again once that contact is removed. */
    seconded_by: uuid().references(() => trustedContacts.id, { onDelete: 'set null' }),
    seconded_at: moment(),
    doubted_at: moment(),
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
    stopped_by: text({ enum: stopWays }),
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
    index('activation_requests_left_open')
      .on(table.updated_at, table.id)
      .where(among(leavableActivationStatuses)),
    check(
      'activation_requests_have_a_reason',
      sql`status not in ('requested', 'approved', 'rejected') or request_reason is not null`,
    ),
    check(
      'activation_requests_rejected_for_a_reason',
      sql`(status = 'rejected') = (rejection is not null)`,
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

/**
 * One instruction to one recipient: a trusted contact, or without one the recipient that the
 * instruction itself names. Owner, instruction and contact belong together, or the row cannot exist.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    activation_id: uuid()
      .notNull()
      .references(() => activationRequests.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    instruction_id: uuid().notNull(),
    contact_id: uuid(),
    /** In place of a mistyped address, sealed with the owner's key; given once. */
    corrected_email: text(),
    state: text({ enum: deliveryStates }).notNull().default('queued'),
    /** Tries that the mail server did not take, since the address is what it is. */
    refusals: integer().notNull().default(0),
    last_refusal: text({ enum: lastRefusals }),
    next_attempt_at: moment().notNull(),
    /** A worker has it in hand until then, by the database's clock. */
    claimed_until: moment(),
    claim_id: uuid(),
    /** The contact who activated knows that it does not arrive. */
    reported_at: moment(),
    created_at: moment().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'deliveries_same_owner_instruction',
      columns: [table.instruction_id, table.user_id],
      foreignColumns: [instructions.id, instructions.user_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'deliveries_same_owner_contact',
      columns: [table.contact_id, table.user_id],
      foreignColumns: [trustedContacts.id, trustedContacts.user_id],
    }).onDelete('cascade'),
    unique('deliveries_once')
      .on(table.activation_id, table.instruction_id, table.contact_id)
      .nullsNotDistinct(),
    index().on(table.activation_id, table.state),
    index().on(table.instruction_id),
    index().on(table.contact_id),
    index().on(table.user_id),
    index().on(table.claim_id).where(sql`claim_id is not null`),
    index().on(table.next_attempt_at).where(sql`state = 'queued'`),
    // What the desk of the operators lists, among millions that arrived.
    index('deliveries_unreached')
      .on(table.created_at, table.id)
      .where(
        sql`state = 'unreachable' or (state = 'queued' and last_refusal in ('permanent', 'unknown_address'))`,
      ),
  ],
);

/** The personal links of deliveries; the secret in the link is computed from the id. */
export const deliveryLinks = pgTable(
  'delivery_links',
  {
    id: uuid().primaryKey(),
    delivery_id: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    digest: text().notNull().unique(),
    expires_at: moment().notNull(),
    closed_at: moment(),
    reminded_at: moment(),
    created_at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('delivery_links_one_open').on(table.delivery_id).where(sql`closed_at is null`),
    index().on(table.delivery_id),
    index().on(table.expires_at).where(sql`closed_at is null and reminded_at is null`),
  ],
);

/** The ledger: what happened to each delivery, in order. Replies of mail servers are sealed. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    id: uuid().primaryKey(),
    delivery_id: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    kind: text({ enum: deliveryEventKinds }).notNull(),
    /** The mail server's reply, sealed with the owner's key. */
    reply: text(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.delivery_id, table.id)],
);
