import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The wrapped key of the installation. Also used to verify the master key. */
export const serviceKeys = pgTable('service_keys', {
  name: text().primaryKey(),
  master_version: integer().notNull(),
  wrapped: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
});
