import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account-face.ts';

const moment = () => timestamp({ withTimezone: true });

/** What an owner leaves behind. Texts are added with their encryption. */
export const instructions = pgTable(
  'instructions',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: ['outbox', 'sent'] })
      .notNull()
      .default('outbox'),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id, table.created_at.desc())],
);
