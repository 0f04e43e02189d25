import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import type { KeyTable } from '../../../platform/encryption/key-repository.ts';
import { activationRequests } from '../protocol-tables.ts';

/**
 * Explanation and note of a request, sealed with the request's own key. The row holds the wrapped
 * key; deleting the row makes the documents unreadable.
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
    /** The document that an operator asked for, sealed as well. */
    asked_for: text(),
    asked_at: timestamptz(),
    /** When the contact added a document after the question. */
    asked_answered_at: timestamptz(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.master_version)],
);

/** The keys of requests, which are rewrapped together with the owners' keys. */
export const requestKeys: KeyTable = {
  table: requestPapers,
  id: requestPapers.request_id,
  key_id: requestPapers.key_id,
  master_version: requestPapers.master_version,
  wrapped: requestPapers.wrapped,
};

/**
 * Documents of a request; a trigger removes the sealed object of a deleted row. An `uploading` row
 * reserves a running upload.
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
    /** Keyed hash, to find duplicates without decrypting names. */
    name_digest: text().notNull(),
    size_bytes: integer().notNull(),
    mime_type: text().notNull(),
    state: text({ enum: ['uploading', 'stored'] }).notNull(),
    /** Lease of a running upload, by the database's clock. */
    lease_until: timestamptz().notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.request_id),
    index().on(table.lease_until).where(sql`state = 'uploading'`),
    uniqueIndex('request_documents_no_duplicates')
      .on(table.request_id, table.name_digest, table.size_bytes)
      .where(sql`state = 'stored'`),
  ],
);
