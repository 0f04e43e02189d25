import { locales } from '@zavet/contract/locales';
import { deliveryStates } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { trustedContacts } from '../../people/contacts/contact-tables.ts';
import { instructions } from '../../vault/instructions/instruction-tables.ts';
import { activationRequests } from '../protocol-tables.ts';
import { deliveryEventKinds, envelopeStates, lastRefusals } from './delivery-rules.ts';

const activationId = () =>
  uuid()
    .notNull()
    .references(() => activationRequests.id, { onDelete: 'cascade' });
const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * One mail to one person: to a contact, or with `contact_id` null to a further recipient. Its
 * letters are deliveries, which share its state unless closed. A trigger deletes the envelope
 * together with its last letter.
 */
export const envelopes = pgTable(
  'envelopes',
  {
    id: uuid().primaryKey(),
    activation_id: activationId(),
    user_id: ownerId(),
    contact_id: uuid(),
    /** Replaces a mistyped address; sealed with the owner's key. */
    corrected_email: text(),
    state: text({ enum: envelopeStates }).notNull().default('queued'),
    /** Failed attempts with the current address: refused, or accepted and bounced. */
    refusals: integer().notNull().default(0),
    /** Accepted mails that bounced. An outcome from before the last bounce is ignored. */
    bounces: integer().notNull().default(0),
    last_refusal: text({ enum: lastRefusals }),
    next_attempt_at: timestamptz().notNull(),
    /** Lease of a worker, by the database's clock. */
    claimed_until: timestamptz(),
    claim_id: uuid(),
    /** When the initiator was notified that the mail does not arrive. */
    reported_at: timestamptz(),
    /** When the recipient was notified that the author is well. */
    recalled_at: timestamptz(),
    created_at: timestamptz().notNull(),
  },
  (table) => [
    foreignKey({
      name: 'envelopes_same_owner_contact',
      columns: [table.contact_id, table.user_id],
      foreignColumns: [trustedContacts.id, trustedContacts.user_id],
    }).onDelete('cascade'),
    unique('envelopes_of_activation').on(table.id, table.activation_id),
    index().on(table.activation_id, table.state),
    index().on(table.contact_id),
    index().on(table.user_id),
    index().on(table.claim_id).where(sql`claim_id is not null`),
    index().on(table.next_attempt_at).where(sql`state = 'queued'`),
    // Partial index for the desk, because few of millions of mails are refused.
    index('envelopes_unreached')
      .on(table.created_at, table.id)
      .where(
        sql`state = 'unreachable' or (state = 'queued' and last_refusal in ('permanent', 'unknown_address'))`,
      ),
  ],
);

/**
 * One instruction to one recipient: to a contact, or with `contact_id` null to the instruction's
 * further recipient. Composite foreign keys ensure that owner, instruction and contact match.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    activation_id: activationId(),
    user_id: ownerId(),
    instruction_id: uuid().notNull(),
    contact_id: uuid(),
    /** Null if the letter was never queued. */
    envelope_id: uuid(),
    state: text({ enum: deliveryStates }).notNull().default('queued'),
    created_at: timestamptz().notNull(),
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
    foreignKey({
      name: 'deliveries_same_activation_envelope',
      columns: [table.envelope_id, table.activation_id],
      foreignColumns: [envelopes.id, envelopes.activation_id],
    }).onDelete('cascade'),
    unique('deliveries_once')
      .on(table.activation_id, table.instruction_id, table.contact_id)
      .nullsNotDistinct(),
    index().on(table.activation_id, table.state),
    // Partial index, because few of millions of letters are withheld.
    index('deliveries_withheld')
      .on(table.activation_id, table.contact_id)
      .where(sql`state = 'withheld'`),
    index().on(table.instruction_id),
    index().on(table.contact_id),
    index().on(table.envelope_id),
    index().on(table.user_id),
    check(
      'deliveries_sent_in_an_envelope',
      sql`envelope_id is not null or state in ('withheld', 'closed')`,
    ),
  ],
);

/** The personal links in envelopes; the secret in the link is computed from the id. */
export const deliveryLinks = pgTable(
  'delivery_links',
  {
    id: uuid().primaryKey(),
    envelope_id: uuid()
      .notNull()
      .references(() => envelopes.id, { onDelete: 'cascade' }),
    digest: text().notNull().unique(),
    expires_at: timestamptz().notNull(),
    closed_at: timestamptz(),
    /** When the first and the last reminder of the expiry were enqueued. */
    reminded_at: timestamptz(),
    reminded_last_at: timestamptz(),
    created_at: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('delivery_links_one_open').on(table.envelope_id).where(sql`closed_at is null`),
    index().on(table.envelope_id),
    index('delivery_links_ending')
      .on(table.expires_at)
      .where(sql`closed_at is null and reminded_last_at is null`),
  ],
);

/**
 * Recipients to notify that the author is well. A copy, because instructions and contacts may change or
 * disappear before the mail is sent.
 */
export const recallNotices = pgTable(
  'recall_notices',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    /** Address and name, sealed with the owner's key. */
    email: text().notNull(),
    name: text(),
    language: text({ enum: locales }).notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.created_at)],
);

/** The ledger: events of each delivery, in order. Replies of mail servers are sealed. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    id: uuid().primaryKey(),
    delivery_id: uuid()
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    kind: text({ enum: deliveryEventKinds }).notNull(),
    reply: text(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.delivery_id, table.id)],
);
