import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../account/account-tables.ts';

/** Wrapped keys. Deleting an account deletes its key, which makes its content unreadable. */
export const ownerKeys = pgTable(
  'owner_keys',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    key_id: uuid().notNull(),
    master_version: integer().notNull(),
    wrapped: text().notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.master_version)],
);
