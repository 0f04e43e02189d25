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
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';

const moment = () => timestamp({ withTimezone: true });
const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** How many of what: words of the program and figures. */
export type RemovalCounts = Record<string, number>;

/**
 * What each run of a rule has removed. Batches add to it in their own transactions; a run whose
 * process died stays open, and the next one goes on with it.
 */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    id: uuid().primaryKey(),
    kind: text().$type<RecordedKind>().notNull(),
    began_at: moment().notNull(),
    ended_at: moment(),
    batches: integer().notNull().default(0),
    removed: jsonb().$type<RemovalCounts>().notNull(),
  },
  (table) => [
    uniqueIndex('retention_runs_one_open').on(table.kind).where(sql`ended_at is null`),
    index().on(table.began_at),
    index().on(table.kind, table.began_at.desc()),
  ],
);

/** A warning to an owner who does not come any more. They go at the next sign of life. */
export const absenceWarnings = pgTable(
  'absence_warnings',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    number: integer().notNull(),
    /** Makes the Message-ID at the second address; the row's own does at the first. */
    second_mail_id: uuid().notNull(),
    /** The first day on which the account may go, as the mail says it. */
    removal_on: date({ mode: 'string' }).notNull(),
    first_ordered_at: moment().notNull(),
    ordered_at: moment().notNull(),
    /** When a mail server took it, or refused it permanently: the next pause begins then. */
    sent_at: moment(),
    is_refused: boolean().notNull().default(false),
  },
  (table) => [
    unique().on(table.user_id, table.number),
    check('absence_warnings_number', sql`number between 1 and 3`),
  ],
);

/** A contact who is told with the last warning. */
export const absenceTellings = pgTable(
  'absence_tellings',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    contact_id: uuid()
      .notNull()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** Since when the mail may be with the contact, who then has to hear that it is over. */
    begun_at: moment(),
    /** The owner is back: from now on it says that it is over, and nothing else. */
    ended_at: moment(),
  },
  (table) => [unique().on(table.user_id, table.contact_id), index().on(table.contact_id)],
);
