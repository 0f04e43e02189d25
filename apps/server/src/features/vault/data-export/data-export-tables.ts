import { exportStates, importStates } from '@zavet/contract/vault/data-export-values';
import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';

const moment = () => timestamp({ withTimezone: true });
const bytes = () => bigint({ mode: 'number' });
/** Each account has one at a time. */
const owner = () =>
  uuid()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * The export of an account. Its ZIP lies sealed in the object store; a trigger notes the object for
 * removal when the row goes, or when another try takes its place.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    state: text({ enum: exportStates }).notNull().default('waiting'),
    /** Of the latest try: what a former one still does counts no more. */
    attempt_id: uuid(),
    object_key: text().unique(),
    tries: integer().notNull().default(0),
    files_done: integer().notNull().default(0),
    files_total: integer().notNull().default(0),
    bytes_done: bytes().notNull().default(0),
    bytes_total: bytes().notNull().default(0),
    /** Of the ZIP, once it is ready. */
    size_bytes: bytes(),
    /** The session that shows it, signed by the server, may download: one session, after a proof. */
    ticket_id: uuid(),
    downloaded_at: moment(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);

/** An archive that is imported. It lies sealed in the object store until it was read. */
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
    /** JSON: a code with figures. */
    failure: text(),
    /** What came of it, with names: sealed with the owner's key. */
    outcome: text(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);
