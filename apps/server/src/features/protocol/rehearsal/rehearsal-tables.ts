import {
  participantKinds,
  participantStates,
  rehearsalEndings,
  rehearsalPinStates,
} from '@zavet/contract/protocol/rehearsal-values';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
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

export const rehearsals = pgTable(
  'rehearsals',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    started_at: timestamptz().notNull(),
    ends_at: timestamptz().notNull(),
    ended_at: timestamptz(),
    ended_by: text({ enum: rehearsalEndings }),
    mails_recipients: boolean().notNull(),
  },
  (table) => [
    uniqueIndex('rehearsals_one_open').on(table.user_id).where(sql`ended_at is null`),
    index().on(table.user_id, table.started_at.desc()),
    index().on(table.ends_at).where(sql`ended_at is null`),
    unique().on(table.id, table.user_id),
    check('rehearsals_ended', sql`(ended_at is null) = (ended_by is null)`),
  ],
);

/** One participant of a rehearsal. Foreign keys ensure that rehearsal, contact and owner match. */
export const rehearsalParticipants = pgTable(
  'rehearsal_participants',
  {
    id: uuid().primaryKey(),
    rehearsal_id: uuid().notNull(),
    user_id: owner(),
    kind: text({ enum: participantKinds }).notNull(),
    contact_id: uuid(),
    /** Hash of the link; null for recipients. */
    digest: text().unique(),
    /** Address and name are sealed; the name is stored only for further recipients. */
    email: text().notNull(),
    name: text(),
    state: text({ enum: participantStates }).notNull().default('asked'),
    pin: text({ enum: rehearsalPinStates }).notNull().default('not_asked'),
    pin_tries: integer().notNull().default(0),
    accepted_at: timestamptz(),
    answered_at: timestamptz(),
  },
  (table) => [
    foreignKey({
      name: 'rehearsal_participants_rehearsal',
      columns: [table.rehearsal_id, table.user_id],
      foreignColumns: [rehearsals.id, rehearsals.user_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'rehearsal_participants_contact',
      columns: [table.contact_id, table.user_id],
      foreignColumns: [trustedContacts.id, trustedContacts.user_id],
    }).onDelete('cascade'),
    unique().on(table.rehearsal_id, table.contact_id),
    index().on(table.contact_id),
    index().on(table.user_id),
    check(
      'rehearsal_participants_kind',
      sql`(kind = 'contact') = (contact_id is not null) and (kind = 'contact') = (digest is not null)`,
    ),
    check('rehearsal_participants_answered', sql`(state = 'answered') = (answered_at is not null)`),
    check('rehearsal_participants_tries', sql`pin_tries between 0 and 3`),
  ],
);

/** A trigger inserts the row, or resets `next_check_at`, when a contact is confirmed. */
export const rehearsalReminders = pgTable(
  'rehearsal_reminders',
  {
    user_id: owner().primaryKey(),
    /** When the last reminder was enqueued. */
    enqueued_at: timestamptz(),
    next_check_at: timestamptz().notNull().default(sql`date_trunc('milliseconds', now())`),
  },
  (table) => [index().on(table.next_check_at, table.user_id)],
);
