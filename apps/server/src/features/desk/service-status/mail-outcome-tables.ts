import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const mailOutcomeKinds = ['taken', 'refused', 'postponed'] as const;

/** How many mails of a kind were taken or not in an hour. Counters of the moment: no backup holds them. */
export const mailOutcomes = pgTable(
  'mail_outcomes',
  {
    hour: timestamp({ withTimezone: true }).notNull(),
    mail: text().notNull(),
    outcome: text({ enum: mailOutcomeKinds }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.mail, table.outcome] })],
);
