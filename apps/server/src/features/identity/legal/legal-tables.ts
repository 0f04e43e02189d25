import type { LegalDocument } from '@zavet/contract/identity/editions';
import { sql } from 'drizzle-orm';
import {
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../account/index.ts';

/** What has editions that people are told of: each document, and the price list. */
export type NoticeSubject = LegalDocument | 'prices';

/** Who is to be told about an edition of a document or of the prices, and since when they are. */
export const editionNotices = pgTable(
  'edition_notices',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    edition: date({ mode: 'string' }).notNull(),
    document: text().$type<NoticeSubject>().notNull(),
    ordered_at: timestamp({ withTimezone: true }).notNull(),
    /** Null until a mail server has taken the notice, or refused it permanently. */
    told_on: date({ mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.edition, table.document] }),
    index('edition_notices_untold').on(table.edition, table.ordered_at).where(sql`told_on is null`),
  ],
);

/**
 * The sets of editions that people are told of, in the order in which they were first announced. A
 * person who was looked at for a set needs no second look until there is another one.
 */
export const editionWalks = pgTable('edition_walks', {
  news: text().primaryKey(),
  number: integer().notNull().unique(),
});
