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
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { ownerKeys } from '../../identity/owner-keys/owner-key-tables.ts';

/** Connected mailbox of an owner. Server and credentials are sealed as one text. */
export const mailboxes = pgTable(
  'mailboxes',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** New for every mailbox, so that jobs of a former one have no effect. */
    id: uuid().notNull().unique(),
    /** Address, server, user and password. */
    access: text().notNull(),
    seal_id: uuid().notNull(),
    state: text({ enum: mailboxStates }).notNull(),
    trouble: text({ enum: mailboxTroubles }),
    trouble_since: timestamptz(),
    /** Consecutive failed syncs. */
    failed_tries: integer().notNull().default(0),
    auto_sync_enabled: boolean().notNull().default(true),
    last_email_sync: timestamptz(),
    connected_at: timestamptz().notNull(),
    /** Null if no sync is planned. */
    next_sync_at: timestamptz(),
    /** Time at which a job was enqueued that has not started yet. */
    enqueued_at: timestamptz(),
    /** Running sync. An expired claim belongs to a dead process. */
    sync_id: uuid(),
    sync_held_until: timestamptz(),
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

/** Latest status of a folder on the server. */
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

/** Summary of a mail for the list, sealed as one text. Bodies are never stored. */
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
