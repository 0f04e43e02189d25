import {
  mailboxFolders as folderNames,
  mailboxStates,
  mailboxTroubles,
} from '@zavet/contract/mail/mailbox-values';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';
import { ownerKeys } from '../../identity/owner-keys/index.ts';

const moment = () => timestamp({ withTimezone: true });

/** The mailbox that an owner has connected. Where it is and how to get in is sealed as one text. */
export const mailboxes = pgTable(
  'mailboxes',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** New with every mailbox, so that what was ordered for a former one finds nothing. */
    id: uuid().notNull().unique(),
    /** Address, server, user and password. */
    access: text().notNull(),
    seal_id: uuid().notNull(),
    state: text({ enum: mailboxStates }).notNull(),
    trouble: text({ enum: mailboxTroubles }),
    trouble_since: moment(),
    /** How often in a row the server was asked without success. */
    failed_tries: integer().notNull().default(0),
    auto_sync_enabled: boolean().notNull().default(true),
    last_email_sync: moment(),
    connected_at: moment().notNull(),
    /** When it is to be refreshed next; empty where nothing is planned. */
    next_sync_at: moment(),
    /** When a job was last ordered for it that has not begun. */
    ordered_at: moment(),
    /** The sync that is at work; one whose time has run out belongs to a dead process. */
    sync_id: uuid(),
    sync_held_until: moment(),
  },
  (table) => [
    index().on(table.next_sync_at).where(sql`next_sync_at is not null`),
    foreignKey({
      name: 'mailboxes_have_a_key',
      columns: [table.user_id],
      foreignColumns: [ownerKeys.user_id],
    }),
  ],
);

/** What its server said of a folder the last time. */
export const mailboxFolders = pgTable(
  'mailbox_folders',
  {
    user_id: uuid()
      .notNull()
      .references(() => mailboxes.user_id, { onDelete: 'cascade' }),
    folder: text({ enum: folderNames }).notNull(),
    uid_validity: bigint({ mode: 'number' }).notNull(),
    total: integer().notNull(),
    unread: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.folder] })],
);

/** A mail as the list shows it, sealed as one text. Its body is never kept. */
export const mailboxMessages = pgTable(
  'mailbox_messages',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => mailboxes.user_id, { onDelete: 'cascade' }),
    folder: text({ enum: folderNames }).notNull(),
    uid_validity: bigint({ mode: 'number' }).notNull(),
    uid: bigint({ mode: 'number' }).notNull(),
    envelope: text().notNull(),
    seal_id: uuid().notNull(),
  },
  (table) => [unique().on(table.user_id, table.folder, table.uid_validity, table.uid)],
);
