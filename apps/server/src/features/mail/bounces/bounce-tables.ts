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
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';

const moment = () => timestamp({ withTimezone: true });

/** Mails that a server took and whose declaration wants to hear of a bounce: whose they were, and no text. */
export const sentMails = pgTable(
  'sent_mails',
  {
    mail_id: uuid().primaryKey(),
    mail: text().notNull(),
    ids: jsonb().$type<object>().notNull(),
    /** Keyed; tells whether the address is still the same. */
    address_digest: text().notNull(),
    taken_at: moment().notNull(),
    bounced_at: moment(),
  },
  (table) => [index().on(table.taken_at)],
);

/** Reports about our mails. What the far server said is sealed, and kept only until it was passed on. */
export const bounceReports = pgTable(
  'bounce_reports',
  {
    id: uuid().primaryKey(),
    mail_id: uuid().notNull(),
    /** The same for every copy of a report. */
    digest: text().notNull(),
    kind: text({ enum: ['failed', 'delayed'] }).notNull(),
    status: text(),
    is_address_unknown: boolean().notNull(),
    reply: text(),
    reported_at: moment().notNull(),
    /** `unknown`: no mail that anything depends on. */
    outcome: text({ enum: ['recorded', 'no_change', 'unknown'] }),
    settled_at: moment(),
  },
  (table) => [
    unique().on(table.mail_id, table.digest),
    index().on(table.reported_at),
    check('bounce_reports_settled', sql`(settled_at is null) = (outcome is null)`),
    check('bounce_reports_reply', sql`settled_at is null or reply is null`),
  ],
);

/** Addresses of owners that mails did not arrive at. Rows of a former address say nothing any more. */
export const unreachedAddresses = pgTable(
  'unreached_addresses',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    address: text({ enum: ['first', 'second'] }).notNull(),
    email: text().notNull(),
    status: text(),
    last_at: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.address] })],
);

/** How reading the mailbox of reports goes; one row. */
export const bounceReadings = pgTable('bounce_readings', {
  way: text({ enum: ['mailbox', 'listener'] }).primaryKey(),
  read_at: moment(),
  failed_at: moment(),
  trouble: text(),
  /** Where the mailbox was read up to; another validity begins again. */
  uid_validity: bigint({ mode: 'number' }),
  last_uid: bigint({ mode: 'number' }),
});
