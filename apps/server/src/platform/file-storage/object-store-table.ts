import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** The object store of this database. The store contains a marker with the same id. */
export const objectStores = pgTable('object_stores', {
  name: text().primaryKey(),
  id: uuid().notNull(),
  since: timestamp({ withTimezone: true }).notNull(),
});
