import { boolean, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account-face.ts';

const moment = () => timestamp({ withTimezone: true });

/** The persons an owner named. */
export const trustedContacts = pgTable(
  'trusted_contacts',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    is_confirmed: boolean().notNull().default(false),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id, table.created_at.desc())],
);
