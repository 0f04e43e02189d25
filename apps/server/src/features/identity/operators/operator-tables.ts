import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from '../account/index.ts';

const moment = () => timestamp({ withTimezone: true });
const operator = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Accounts with the operator role, and the secrets of their one-time codes. */
export const operators = pgTable('operators', {
  user_id: operator().primaryKey(),
  /** Sealed with a key derived from the service key. */
  secret: text().notNull(),
  /** Step of the last accepted code: older and equal steps are rejected. */
  last_step: integer(),
  wrong_codes: integer().notNull().default(0),
  locked_until: moment(),
  added_at: moment().notNull(),
});

/** Sessions with an open desk. */
export const deskSessions = pgTable(
  'desk_sessions',
  {
    session_id: uuid()
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: operator(),
    opened_at: moment().notNull(),
    open_until: moment().notNull(),
  },
  (table) => [index().on(table.user_id)],
);
