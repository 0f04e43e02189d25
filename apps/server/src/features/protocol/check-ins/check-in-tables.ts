import { presenceFrequencies } from '@zavet/contract/protocol/check-in-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
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

/** How often an owner wants to be asked. No row means never. */
export const presenceChecks = pgTable(
  'presence_checks',
  {
    user_id: owner().primaryKey(),
    frequency: text({ enum: presenceFrequencies }).notNull(),
    /** The last sign of life known here; sessions and the log forget theirs. */
    seen_at: moment().notNull(),
    /** When the job looks at this owner again. */
    look_at: moment().notNull(),
  },
  (table) => [
    index('presence_checks_due')
      .on(table.look_at, table.user_id)
      .where(sql`frequency <> 'disabled'`),
  ],
);

/** Check-in mails without a sign of life in between, and what came of them. */
export const presenceRounds = pgTable(
  'presence_rounds',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    /** The last sign of life before it. */
    silent_since: moment().notNull(),
    started_at: moment().notNull(),
    told_at: moment(),
    /** How many contacts were told; none where nobody was confirmed. */
    told_contacts: integer(),
    ended_at: moment(),
    /** `answered`: by the button of a mail. `seen`: by using the account. */
    ended_by: text({ enum: ['answered', 'seen'] }),
  },
  (table) => [
    uniqueIndex('presence_rounds_one_open').on(table.user_id).where(sql`ended_at is null`),
    index().on(table.user_id, table.started_at.desc()),
    check('presence_rounds_told', sql`(told_at is null) = (told_contacts is null)`),
    check('presence_rounds_ended', sql`(ended_at is null) = (ended_by is null)`),
  ],
);

/** One mail of a round. The secret of its link is kept only as a digest. */
export const checkIns = pgTable(
  'check_ins',
  {
    id: uuid().primaryKey(),
    round_id: uuid()
      .notNull()
      .references(() => presenceRounds.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    digest: text().notNull().unique(),
    ordered_at: moment().notNull(),
    /** When a mail server took it, or refused it permanently: the week begins then. */
    sent_at: moment(),
    /** The last try did not arrive: refused at once, or reported by a far server later. */
    is_refused: boolean().notNull().default(false),
    /** How often it was sent again because it had not arrived. */
    repeats: integer().notNull().default(0),
  },
  (table) => [
    unique().on(table.round_id, table.number),
    check('check_ins_number', sql`number between 1 and 3`),
  ],
);

/** A contact who is to be told in a round. */
export const presenceTellings = pgTable(
  'presence_tellings',
  {
    id: uuid().primaryKey(),
    round_id: uuid()
      .notNull()
      .references(() => presenceRounds.id, { onDelete: 'cascade' }),
    contact_id: uuid()
      .notNull()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** Since when the mail may be with the contact, who then has to hear that all is well. */
    begun_at: moment(),
  },
  (table) => [unique().on(table.round_id, table.contact_id), index().on(table.contact_id)],
);

/** The last mail that asked an owner to review instructions. */
export const reviewReminders = pgTable('review_reminders', {
  user_id: owner().primaryKey(),
  /** Months without a review. */
  stage: integer().notNull(),
  ordered_at: moment().notNull(),
});
