import type { LegalDocument } from '@zavet/contract/identity/editions';
import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../account/account-tables.ts';

/** Subjects with editions: each document, and the price list. */
export type NoticeSubject = LegalDocument | 'prices';

/** Notices to users about an edition of a document or price list. */
export const editionNotices = pgTable(
  'edition_notices',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    edition: date({ mode: 'string' }).notNull(),
    document: text().$type<NoticeSubject>().notNull(),
    enqueued_at: timestamptz().notNull(),
    /** Null until a mail server has accepted the notice, or rejected it permanently. */
    notified_on: date({ mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.edition, table.document] }),
    index('edition_notices_unnotified')
      .on(table.edition, table.enqueued_at)
      .where(sql`notified_on is null`),
  ],
);

/**
 * Numbered sets of announced editions; `news` describes a set. `users.announced_set` holds the last
 * set a user was processed for, so that each user is processed once per set.
 */
export const announcedEditionSets = pgTable('announced_edition_sets', {
  news: text().primaryKey(),
  number: integer().notNull().unique(),
});
