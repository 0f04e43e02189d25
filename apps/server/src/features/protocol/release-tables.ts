import { approvalBases, doubtEndings } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../identity/account/index.ts';
import { trustedContacts } from '../people/contacts/index.ts';
import { activationRequests } from './protocol-tables.ts';
import { ownerAddresses } from './stop/stop-values.ts';

const moment = () => timestamp({ withTimezone: true });
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
