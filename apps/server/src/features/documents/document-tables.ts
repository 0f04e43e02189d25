import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account-face.ts';

/** Who was told about the editions that begin on a day, and when: one notice for each. */
export const editionNotices = pgTable(
  'edition_notices',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    edition: date({ mode: 'string' }).notNull(),
    told_on: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.edition] }), index().on(table.edition)],
);
