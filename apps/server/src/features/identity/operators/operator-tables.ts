import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { sessions, users } from '../account/account-tables.ts';

const operatorId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Accounts with the operator role, and the secrets of their one-time codes. */
export const operators = pgTable('operators', {
  user_id: operatorId().primaryKey(),
  /** Sealed with a key derived from the service key. */
  secret: text().notNull(),
  /** Time step of the last accepted code: older and equal steps are rejected. */
  last_step: integer(),
  wrong_codes: integer().notNull().default(0),
  locked_until: timestamptz(),
  added_at: timestamptz().notNull(),
});

/** Sessions with an open desk. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    session_id: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: operatorId(),
    opened_at: timestamptz().notNull(),
    open_until: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id)],
);
