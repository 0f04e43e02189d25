import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const rateLimits = pgTable(
  'rate_limits',
  {
    /** A digest, so the table contains no addresses. */
    key: text().primaryKey(),
    window_started_at: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (table) => [index('rate_limits_window_started_at').on(table.window_started_at)],
);
