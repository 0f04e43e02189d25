import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The one key of the installation, wrapped; also what shows whether the master key is the right one. */
export const serviceKeys = pgTable('service_keys', {
  name: text().primaryKey(),
  master_version: integer().notNull(),
  wrapped: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
});
