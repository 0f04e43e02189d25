import {
  supportAuthors,
  supportCategories,
  supportMailStates,
  supportStatuses,
  supportTiers,
} from '@zavet/contract/desk/support-values';
import { sql } from 'drizzle-orm';
import { foreignKey, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { ownerKeys } from '../../identity/owner-keys/owner-key-tables.ts';

/** Name, subject and message are sealed with the owner's key. */
export const supportRequests = pgTable(
  'support_requests',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** From the browser: repeated requests with the same draft are saved once. */
    draft_id: uuid().notNull(),
    /** Shown to both sides. */
    reference: text().notNull().unique(),
    category: text({ enum: supportCategories }).notNull(),
    name: text().notNull(),
    /** Address for the answer. */
    user_email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    status: text({ enum: supportStatuses }).notNull().default('queued'),
    /** Tier and promise at the time of writing. */
    tier: text({ enum: supportTiers }).notNull(),
    answer_by: timestamptz().notNull(),
    created_at: timestamptz().notNull(),
    answered_at: timestamptz(),
    /** A mail server rejected the last answer; null after a new answer or settlement. */
    answer_refused_at: timestamptz(),
  },
  (table) => [
    index().on(table.user_id, table.created_at.desc()),
    unique().on(table.user_id, table.draft_id),
    index().on(table.created_at).where(sql`status = 'answered'`),
    index('support_requests_open')
      .on(table.answer_by, table.id)
      .where(sql`status <> 'answered' or answer_refused_at is not null`),
    index('support_requests_answered')
      .on(table.answered_at.desc(), table.id.desc())
      .where(sql`status = 'answered'`),
    foreignKey({
      name: 'support_requests_have_a_key',
      columns: [table.user_id],
      foreignColumns: [ownerKeys.user_id],
    }),
  ],
);

/** Messages after the first one, from both sides, sealed with the owner's key. */
export const supportMessages = pgTable(
  'support_messages',
  {
    id: uuid().primaryKey(),
    request_id: uuid()
      .notNull()
      .references(() => supportRequests.id, { onDelete: 'cascade' }),
    author: text({ enum: supportAuthors }).notNull(),
    /** From the browser: repeated requests with the same draft are saved once. */
    draft_id: uuid().notNull(),
    text: text().notNull(),
    mail_state: text({ enum: supportMailStates }).notNull().default('queued'),
    created_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.request_id, table.created_at),
    unique().on(table.request_id, table.draft_id),
    index().on(table.created_at).where(sql`mail_state = 'queued' and author = 'owner'`),
  ],
);
