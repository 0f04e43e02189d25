import { supportTiers } from '@zavet/contract/support/support-terms';
import { supportCategories, supportStatuses } from '@zavet/contract/support/support-values';
import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/public.ts';
import { ownerKeys } from '../vault/public.ts';

const moment = () => timestamp({ withTimezone: true });

/** What people wrote to the support. Name, subject and message are sealed with the owner's key. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Made by the browser: the same draft becomes one request, however often it is sent. */
    draft_id: uuid().notNull(),
    /** What both sides call it. */
    reference: text().notNull().unique(),
    category: text({ enum: supportCategories }).notNull(),
    name: text().notNull(),
    /** Where the answer is to go. */
    user_email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: supportStatuses }).notNull().default('queued'),
    /** The tier of the day it was written, and what it promised. */
    tier: text({ enum: supportTiers }).notNull(),
    answer_by: moment().notNull(),
    created_at: moment().notNull(),
    answered_at: moment(),
  },
  (table) => [
    index().on(table.user_id, table.created_at.desc()),
    unique().on(table.user_id, table.draft_id),
    index().on(table.answer_by).where(sql`status <> 'answered'`),
    foreignKey({
      name: 'support_requests_have_a_key',
      columns: [table.user_id],
      foreignColumns: [ownerKeys.user_id],
    }),
  ],
);
