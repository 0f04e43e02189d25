import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/timestamps.ts';

/** The wrapped key of the installation. Also used to verify the master key. */
export const serviceKeys = pgTable('service_keys', {
  name: text().primaryKey(),
  master_version: integer().notNull(),
  wrapped: text().notNull(),
  created_at: timestamptz().notNull(),
});
