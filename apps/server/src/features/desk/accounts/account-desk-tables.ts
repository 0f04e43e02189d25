import { type CorrectableField, correctionProofs } from '@zavet/contract/desk/desk-values';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

/** Corrections of names and dates of birth by operators. */
export const accountCorrections = pgTable(
  'account_corrections',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: outlives the operator's account. */
    operator_id: uuid().notNull(),
    fields: text().array().$type<CorrectableField[]>().notNull(),
    proof: text({ enum: correctionProofs }).notNull(),
    /** Number of the document, sealed with the owner's key. */
    reference: text().notNull(),
    corrected_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id, table.corrected_at.desc())],
);
