import { locales } from '@zavet/contract/locales';
import {
  contactCategories,
  contactStatuses,
  invitationMailStates,
} from '@zavet/contract/people/contact-rules';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

/**
 * Contacts of an owner. Name, e-mail and phone are readable, for matching and mailing;
 * relationship, notes, address and note are sealed with the owner's key.
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
    /** The owner's words in the invitation. */
    invitation_note: text(),
    /** Renewed with every write of the sealed texts, and part of their authenticated data. */
    seal_id: uuid().notNull(),
    preferred_language: text({ enum: locales }).notNull().default('ru'),
    is_minor: boolean().notNull().default(false),
    guardian_consent_at: timestamptz(),
    status: text({ enum: contactStatuses }).notNull().default('pending'),
    is_confirmed: boolean().notNull().generatedAlwaysAs(sql`status in ('confirmed', 'activated')`),
    protocol_activated_at: timestamptz(),
    /** The account of this person, bound by triggers: see the README. */
    bound_user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** The account was deleted after an activation; no other account may be bound. */
    is_account_deleted: boolean().notNull().default(false),
    created_at: timestamptz().notNull(),
    updated_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.user_id, table.created_at.desc()),
    index().on(table.email),
    unique().on(table.user_id, table.email),
    // Target of foreign keys that include the owner.
    unique().on(table.id, table.user_id),
    index().on(table.bound_user_id),
    check(
      'trusted_contacts_bound_when_confirmed',
      sql`bound_user_id is null or (is_confirmed and bound_user_id <> user_id)`,
    ),
    check(
      'trusted_contacts_account_deleted_when_activated',
      sql`not is_account_deleted or (status = 'activated' and bound_user_id is null)`,
    ),
  ],
);

/** The latest invitation of a contact. Only digests of code and link are stored. */
export const contactInvitations = pgTable('contact_invitations', {
  id: uuid().primaryKey(),
  contact_id: uuid()
    .notNull()
    .unique()
    .references(() => trustedContacts.id, { onDelete: 'cascade' }),
  /** Null in late invitations, which have no code. */
  code_digest: text(),
  link_digest: text().notNull().unique(),
  /** Number of codes tried, right or wrong. */
  tries: integer().notNull().default(0),
  mail_state: text({ enum: invitationMailStates }).notNull().default('queued'),
  /** Name given by the owner, used until the profile has one. */
  owner_name: text(),
  expires_at: timestamptz().notNull(),
  created_at: timestamptz().notNull(),
});

/**
 * Schedule of the yearly reconfirmation of a confirmed contact, with the digest of its link. See
 * `reconfirmation/reconfirmation-rules.ts`.
 */
export const contactReconfirmations = pgTable(
  'contact_reconfirmations',
  {
    contact_id: uuid()
      .primaryKey()
      .references(() => trustedContacts.id, { onDelete: 'cascade' }),
    /** Last confirmation; null if it predates this table. */
    confirmed_at: timestamptz(),
    /** Time of the first unanswered request. */
    asked_at: timestamptz(),
    reminders: integer().notNull().default(0),
    due_at: timestamptz().notNull(),
    /** Link of the latest round. Kept after the answer, so that the page can be opened again. */
    link_id: uuid().unique(),
    link_digest: text().unique(),
    mailed_at: timestamptz(),
    /** The latest mail bounced. */
    is_unreached: boolean().notNull().default(false),
  },
  (table) => [
    index('contact_reconfirmations_due').on(table.due_at, table.contact_id),
    check('contact_reconfirmations_reminders', sql`reminders between 0 and 2`),
    check('contact_reconfirmations_asked', sql`asked_at is null or link_digest is not null`),
  ],
);

/**
 * Pending mails about contacts whose address changed or who were removed. Nothing else keeps the
 * former address.
 */
export const contactNotices = pgTable(
  'contact_notices',
  {
    id: uuid().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({
      enum: ['contact_moved', 'contact_removed', 'contact_erased'],
    }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    preferred_language: text({ enum: locales }).notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.created_at)],
);
