import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/timestamps.ts';

export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A digest, so the table contains no addresses. */
    key: text().primaryKey(),
    window_started_at: timestamptz().notNull(),
    count: integer().notNull(),
  },
  (table) => [index('rate_limits_window_started_at').on(table.window_started_at)],
);
