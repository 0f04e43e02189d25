import { type CorrectableField, correctionProofs } from '@zavet/contract/desk/desk-values';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';

/** Names and dates of birth that an operator corrected, and on which proof. Goes with the account. */
export const accountCorrections = pgTable(
  'account_corrections',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Outlives the operator's own account. */
    operator_id: uuid().notNull(),
    fields: text().array().$type<CorrectableField[]>().notNull(),
    proof: text({ enum: correctionProofs }).notNull(),
    /** Sealed with the owner's key: it may be the number of a passport. */
    reference: text().notNull(),
    corrected_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.user_id, table.corrected_at.desc())],
);
