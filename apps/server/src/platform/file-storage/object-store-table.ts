import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/timestamps.ts';

/** The object store of this database. The store contains a marker with the same id. */
export const objectStores = pgTable('object_stores', {
  name: text().primaryKey(),
  id: uuid().notNull(),
  since: timestamptz().notNull(),
});
