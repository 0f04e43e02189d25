import { exportStates, importStates } from '@zavet/contract/vault/data-export-values';
import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

const bytes = () => bigint({ mode: 'number' });
/** The column is unique: one row per account. */
const owner = () =>
  uuid()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * A trigger schedules the removal of the object when the row is deleted or a new attempt starts.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    state: text({ enum: exportStates }).notNull().default('waiting'),
    /** The latest attempt; updates of a former one have no effect. */
    attempt_id: uuid(),
    object_key: text().unique(),
    tries: integer().notNull().default(0),
    files_done: integer().notNull().default(0),
    files_total: integer().notNull().default(0),
    bytes_done: bytes().notNull().default(0),
    bytes_total: bytes().notNull().default(0),
    /** Size of the ZIP, once it is ready. */
    size_bytes: bytes(),
    /** Allows one session to download, after a proof; part of a signed cookie. */
    ticket_id: uuid(),
    downloaded_at: timestamptz(),
    created_at: timestamptz().notNull(),
    expires_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);

/** The uploaded archive is kept, sealed, until it was read. */
export const dataImports = pgTable(
  'data_imports',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    state: text({ enum: importStates }).notNull().default('expected'),
    attempt_id: uuid(),
    object_key: text().unique(),
    tries: integer().notNull().default(0),
    size_bytes: bytes().notNull(),
    files_done: integer().notNull().default(0),
    files_total: integer().notNull().default(0),
    /** JSON: an error code with details. */
    failure: text(),
    /** Contains names, so it is sealed with the owner's key. */
    outcome: text(),
    created_at: timestamptz().notNull(),
    expires_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);
