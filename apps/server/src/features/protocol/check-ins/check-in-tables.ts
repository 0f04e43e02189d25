import { checkInFrequencies } from '@zavet/contract/protocol/check-in-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';
import { trustedContacts } from '../../people/contacts/contact-tables.ts';

const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The check-in setting of an owner. No row means disabled. */
export const checkInSettings = pgTable(
  'check_in_settings',
  {
    user_id: owner().primaryKey(),
    frequency: text({ enum: checkInFrequencies }).notNull(),
    /** Last activity found by the job, stored because sessions and security events expire. */
    seen_at: timestamptz().notNull(),
    next_check_at: timestamptz().notNull(),
  },
  (table) => [
    index('check_in_settings_due')
      .on(table.next_check_at, table.user_id)
      .where(sql`frequency <> 'disabled'`),
  ],
);

/** A sequence of check-in mails without activity in between. */
export const checkInRounds = pgTable(
  'check_in_rounds',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    /** Last activity before the round. */
    silent_since: timestamptz().notNull(),
    started_at: timestamptz().notNull(),
    notified_at: timestamptz(),
    /** Number of notified contacts; 0 without confirmed contacts. */
    notified_contacts: integer(),
    ended_at: timestamptz(),
    /** `answered`: the owner used the link of a mail. `seen`: the owner used the account. */
    ended_by: text({ enum: ['answered', 'seen'] }),
  },
  (table) => [
    uniqueIndex('check_in_rounds_one_open').on(table.user_id).where(sql`ended_at is null`),
    index().on(table.user_id, table.started_at.desc()),
    check('check_in_rounds_notified', sql`(notified_at is null) = (notified_contacts is null)`),
    check('check_in_rounds_ended', sql`(ended_at is null) = (ended_by is null)`),
  ],
);

export const checkIns = pgTable(
  'check_ins',
  {
    id: uuid().primaryKey(),
    round_id: uuid()
      .notNull()
      .references(() => checkInRounds.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    digest: text().notNull().unique(),
    enqueued_at: timestamptz().notNull(),
    /** When a mail server accepted or permanently refused the mail; the next pause starts then. */
    sent_at: timestamptz(),
    /** The latest attempt was refused or bounced. */
    is_refused: boolean().notNull().default(false),
    repeats: integer().notNull().default(0),
  },
  (table) => [
    unique().on(table.round_id, table.number),
    check('check_ins_number', sql`number between 1 and 3`),
  ],
);

export const checkInNotices = pgTable(
  'check_in_notices',
  {
    id: uuid().primaryKey(),
    round_id: uuid()
      .notNull()
      .references(() => checkInRounds.id, { onDelete: 'cascade' }),
    contact_id: uuid()
      .notNull()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** When sending started; after that, the end of the round must be mailed to the contact. */
    started_at: timestamptz(),
  },
  (table) => [unique().on(table.round_id, table.contact_id), index().on(table.contact_id)],
);

export const reviewReminders = pgTable('review_reminders', {
  user_id: owner().primaryKey(),
  /** Months without a review that the reminder was about. */
  stage: integer().notNull(),
  enqueued_at: timestamptz().notNull(),
});
