import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../../identity/account/index.ts';

/** Who is searching at the moment, in whatever process; a row that is too old belongs to a dead one. */
export const instructionSearches = pgTable('instruction_searches', {
  user_id: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  search_id: uuid().notNull(),
  held_until: timestamp({ withTimezone: true }).notNull(),
});
