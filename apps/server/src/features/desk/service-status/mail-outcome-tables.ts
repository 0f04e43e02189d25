import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';

export const mailOutcomeKinds = ['accepted', 'refused', 'postponed'] as const;

/** Replies of mail servers, counted per kind of mail and hour. Not part of backups. */
export const mailOutcomes = pgTable(
  'mail_outcomes',
  {
    hour: timestamptz().notNull(),
    mail: text().notNull(),
    outcome: text({ enum: mailOutcomeKinds }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.mail, table.outcome] })],
);
