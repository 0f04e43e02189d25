import type { LegalDocument } from '@zavet/contract/legal/editions';
import { date, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/public.ts';

/** Who is to be told about an edition of a document, and since when they are. */
export const editionNotices = pgTable(
  'edition_notices',
  {
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    edition: date({ mode: 'string' }).notNull(),
    document: text().$type<LegalDocument>().notNull(),
    ordered_at: timestamp({ withTimezone: true }).notNull(),
    /** Null until a mail server has taken the notice, or refused it permanently. */
    told_on: date({ mode: 'string' }),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.edition, table.document] })],
);
