import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from '../account/index.ts';

const moment = () => timestamp({ withTimezone: true });
const operator = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Who may sit at the desk, with the secret of their one-time codes. */
export const operators = pgTable('operators', {
  user_id: operator().primaryKey(),
  /** Sealed with a key of the service. */
  secret: text().notNull(),
  /** The step of the last code that was taken: no code counts twice. */
  last_step: integer(),
  wrong_codes: integer().notNull().default(0),
  locked_until: moment(),
  added_at: moment().notNull(),
});

/** Sessions in which an operator has given a code: the desk is open there. */
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
