import type { RecordedKind } from '@zavet/contract/service/retention-table';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { RemovalCounts } from '../../../platform/database/batches.ts';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { trustedContacts } from '../../people/contacts/contact-tables.ts';

const ownerColumn = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Counts per run and kind. After a crash the record stays open, and the next run continues it. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: uuid().primaryKey(),
    kind: text().$type<RecordedKind>().notNull(),
    started_at: timestamptz().notNull(),
    ended_at: timestamptz(),
    batches: integer().notNull().default(0),
    removed: jsonb().$type<RemovalCounts>().notNull(),
  },
  (table) => [
    uniqueIndex('retention_runs_one_open').on(table.kind).where(sql`ended_at is null`),
    index().on(table.started_at),
    index().on(table.kind, table.started_at.desc()),
  ],
);

/** Warnings to inactive owners; deleted after activity. */
export const inactivityWarnings = pgTable(
  'inactivity_warnings',
  {
    id: uuid().primaryKey(),
    user_id: ownerColumn(),
    number: integer().notNull(),
    /** Source of the Message-ID to the second address; `id` is the source for the first. */
    second_mail_id: uuid().notNull(),
    /** First possible day of the removal, as mailed. */
    removal_on: date({ mode: 'string' }).notNull(),
    first_enqueued_at: timestamptz().notNull(),
    enqueued_at: timestamptz().notNull(),
    /**
     * When a mail server accepted or permanently refused the warning; the pause starts at this
     * time.
     */
    sent_at: timestamptz(),
    is_refused: boolean().notNull().default(false),
  },
  (table) => [
    unique().on(table.user_id, table.number),
    check('inactivity_warnings_number', sql`number between 1 and 3`),
  ],
);

/** Contacts to notify with the last warning. */
export const inactivityNotices = pgTable(
  'inactivity_notices',
  {
    id: uuid().primaryKey(),
    user_id: ownerColumn(),
    contact_id: uuid()
      .notNull()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** When sending started; from then on, the contact must be notified if the owner returns. */
    started_at: timestamptz(),
    /** When the owner returned. */
    ended_at: timestamptz(),
  },
  (table) => [unique().on(table.user_id, table.contact_id), index().on(table.contact_id)],
);
