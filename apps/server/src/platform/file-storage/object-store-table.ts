import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Which object store belongs to this database; the store itself holds a mark with the same id. */
export const objectStores = pgTable('object_stores', {
  name: text().primaryKey(),
  id: uuid().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
});
