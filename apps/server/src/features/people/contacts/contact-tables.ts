import { locales } from '@zavet/contract/locales';
import {
  contactCategories,
  contactStatuses,
  invitationMailStates,
} from '@zavet/contract/people/contact-rules';
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
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';

const moment = () => timestamp({ withTimezone: true });

/**
 * The persons an owner named. Name, e-mail and phone are readable, for matching and mailing;
 * relationship, notes and address are sealed with the owner's key.
 */
export const trustedContacts = pgTable(
  'trusted_contacts',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    relationship: text(),
    category: text({ enum: contactCategories }).notNull().default('other'),
    notes: text(),
    address: text(),
    /** New with every writing of the sealed texts, which open only beside it. */
    seal_id: uuid().notNull(),
    preferred_language: text({ enum: locales }).notNull().default('ru'),
    is_minor: boolean().notNull().default(false),
    guardian_consent_at: moment(),
    status: text({ enum: contactStatuses }).notNull().default('pending'),
    is_confirmed: boolean().notNull().generatedAlwaysAs(sql`status in ('confirmed', 'activated')`),
    protocol_activated_at: moment(),
    /** The account of this person, once there is one. Triggers bind it: see the README. */
    bound_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Took part in an activation and deleted the account since: no other account takes its place. */
    is_account_gone: boolean().notNull().default(false),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
  },
  (table) => [
    index().on(table.user_id, table.created_at.desc()),
    index().on(table.email),
    unique().on(table.user_id, table.email),
    // What names a contact also names its owner, so that nobody's contact can end up with another.
    unique().on(table.id, table.user_id),
    index().on(table.bound_user_id),
    check(
      'trusted_contacts_bound_when_confirmed',
      sql`bound_user_id is null or (is_confirmed and bound_user_id <> user_id)`,
    ),
    check(
      'trusted_contacts_gone_when_activated',
      sql`not is_account_gone or (status = 'activated' and bound_user_id is null)`,
    ),
  ],
);

/** The latest invitation of a contact. Code and link exist only in the mail; here are their digests. */
export const contactInvitations = pgTable('contact_invitations', {
  id: uuid().primaryKey(),
  contact_id: uuid()
    .notNull()
    .unique()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  /** Null where the link alone can answer: nobody is there to be told a code. */
  code_digest: text(),
  link_digest: text().notNull().unique(),
  /** Codes that were tried, right or wrong. */
  tries: integer().notNull().default(0),
  mail_state: text({ enum: invitationMailStates }).notNull().default('queued'),
  /** How the owner asked to be named, for the time before the profile has a name. */
  owner_name: text(),
  expires_at: moment().notNull(),
  created_at: moment().notNull(),
});

/**
 * The yearly question to a confirmed contact: when it is due, how often it was repeated, and the
 * digest of the link in its mail. Its rules stand in `yearly/yearly-rules.ts`.
 */
export const contactChecks = pgTable(
  'contact_checks',
  {
    contact_id: uuid()
      .primaryKey()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** When the contact agreed or last said yes; not known of those who agreed before this was kept. */
    confirmed_at: moment(),
    /** Since when a question waits for its answer. */
    asked_at: moment(),
    reminders: integer().notNull().default(0),
    due_at: moment().notNull(),
    /** Of the latest round; it stays after the answer, so that the page can be opened again. */
    link_id: uuid().unique(),
    link_digest: text().unique(),
    mailed_at: moment(),
    /** A far mail server reported that the latest mail did not arrive. */
    is_unreached: boolean().notNull().default(false),
  },
  (table) => [
    index('contact_checks_due').on(table.due_at, table.contact_id),
    check('contact_checks_reminders', sql`reminders between 0 and 2`),
    check('contact_checks_asked', sql`asked_at is null or link_digest is not null`),
  ],
);

/**
 * Mails about contacts who have another address or are removed, until they are sent: the former
 * address is in no other place any more.
 */
export const contactNotices = pgTable(
  'contact_notices',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** `contact_released` goes to the former address, the others to the owner. */
    kind: text({
      enum: ['contact_moved', 'contact_removed', 'contact_erased', 'contact_released'],
    }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    preferred_language: text({ enum: locales }).notNull(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.created_at)],
);
