import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

/** Mails with bounce handling that a mail server accepted. Contains no text. */
export const sentMails = pgTable(
  'sent_mails',
  {
    mail_id: uuid().primaryKey(),
    mail: text().notNull(),
    ids: jsonb().$type<object>().notNull(),
    /** Keyed digest, compared with the current address. */
    address_digest: text().notNull(),
    accepted_at: timestamptz().notNull(),
    bounced_at: timestamptz(),
  },
  (table) => [index().on(table.accepted_at)],
);

/** Reports about our mails. The reply of the other server is sealed, and deleted when settled. */
export const bounceReports = pgTable(
  'bounce_reports',
  {
    id: uuid().primaryKey(),
    mail_id: uuid().notNull(),
    /** Equal for duplicates of a report. */
    digest: text().notNull(),
    kind: text({ enum: ['failed', 'delayed'] }).notNull(),
    status: text(),
    is_address_unknown: boolean().notNull(),
    reply: text(),
    reported_at: timestamptz().notNull(),
    /** `unknown`: a mail without bounce handling. */
    outcome: text({ enum: ['recorded', 'no_change', 'unknown'] }),
    settled_at: timestamptz(),
  },
  (table) => [
    unique().on(table.mail_id, table.digest),
    index().on(table.reported_at),
    check('bounce_reports_settled', sql`(settled_at is null) = (outcome is null)`),
    check('bounce_reports_reply', sql`settled_at is null or reply is null`),
  ],
);

/** Bounced addresses of owners. Rows of former addresses are ignored. */
export const unreachedAddresses = pgTable(
  'unreached_addresses',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text({ enum: ['first', 'second'] }).notNull(),
    email: text().notNull(),
    status: text(),
    last_at: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.address] })],
);

/** State of each source of reports. */
export const bounceReadings = pgTable('bounce_readings', {
  way: text({ enum: ['mailbox', 'listener'] }).primaryKey(),
  read_at: timestamptz(),
  failed_at: timestamptz(),
  trouble: text(),
  /** Position in the mailbox. Reading starts over if its UIDVALIDITY changes. */
  uid_validity: bigint({ mode: 'number' }),
  last_uid: bigint({ mode: 'number' }),
});
