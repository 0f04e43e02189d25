import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { KeyTable } from '../../../platform/encryption/key-repository.ts';
import { activationRequests } from '../protocol-tables.ts';

const moment = () => timestamp({ withTimezone: true });

/**
 * What a contact brings to a request and what an operator answers, sealed under a key of the request
 * alone. The key lies here: removing the row ends everything that it opens.
 */
export const requestPapers = pgTable(
  'request_papers',
  {
    request_id: uuid()
      .primaryKey()
      .references(() => activationRequests.id, { onDelete: 'cascade' }),
    key_id: uuid().notNull(),
    master_version: integer().notNull(),
    wrapped: text().notNull(),
    explanation: text().notNull(),
    note: text(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.master_version)],
);

/** Keys of requests are closed anew along with the owners'. */
export const requestKeys: KeyTable = {
  table: requestPapers,
  id: requestPapers.request_id,
  key_id: requestPapers.key_id,
  master_version: requestPapers.master_version,
  wrapped: requestPapers.wrapped,
};

/**
 * The documents of a request; their bytes lie sealed in the object store, and follow by a trigger
 * when a row goes. `uploading` rows hold the place of one that is still arriving.
 */
export const requestDocuments = pgTable(
  'request_documents',
  {
    id: uuid().primaryKey(),
    request_id: uuid()
      .notNull()
      .references(() => requestPapers.request_id, { onDelete: 'cascade' }),
    object_key: text().notNull().unique(),
    file_name: text().notNull(),
    /** Keyed digest of the name, to tell duplicates without reading names. */
    name_digest: text().notNull(),
    size_bytes: integer().notNull(),
    mime_type: text().notNull(),
    state: text({ enum: ['uploading', 'stored'] }).notNull(),
    /** While it is arriving: until when its place is held, by the clock of the database. */
    lease_until: moment().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [
    index().on(table.request_id),
    index().on(table.lease_until).where(sql`state = 'uploading'`),
    uniqueIndex('request_documents_no_duplicates')
      .on(table.request_id, table.name_digest, table.size_bytes)
      .where(sql`state = 'stored'`),
  ],
);
