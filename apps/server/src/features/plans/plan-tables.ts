import { index, pgTable, primaryKey, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account-face.ts';

const moment = () => timestamp({ withTimezone: true });

/** Times during which the service could not be used, as an operator recorded them. */
export const outages = pgTable(
  'outages',
  {
    id: uuid().primaryKey(),
    began_at: moment().notNull(),
    ended_at: moment().notNull(),
    created_at: moment().notNull(),
    /** When every owner has been compensated. */
    applied_at: moment(),
  },
  (table) => [unique().on(table.began_at, table.ended_at), index().on(table.applied_at)],
);

/** Who has been compensated for an outage: each owner once. */
export const outageEffects = pgTable(
  'outage_effects',
  {
    outage_id: uuid()
      .notNull()
      .references(() => outages.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.outage_id, table.user_id] })],
);
