import { suspensionReasons } from '@zavet/contract/desk/desk-values';
import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';

const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    email_verified: boolean().notNull().default(false),
    created_at: timestamptz().notNull(),
    updated_at: timestamptz().notNull(),
    /**
     * Last activity found in deleted sessions and events. Existing sessions and events may be
     * newer.
     */
    seen_at: timestamptz().notNull().defaultNow(),
    /** Set while a password alone does not sign in. Written by `updateSecondFactorSince`. */
    second_factor_since: timestamptz(),
    /** Set while an operator has suspended the account: no session can be opened. */
    suspended_at: timestamptz(),
    suspension_reason: text({ enum: suspensionReasons }),
    /** Newest set of editions for which the announcement to this user was decided. */
    announced_set: integer().notNull().default(0),
  },
  (table) => [
    index('users_by_inactivity').on(table.seen_at, table.id),
    index('users_by_registration').on(table.created_at, table.id),
    index('users_to_announce').on(table.announced_set, table.id).where(sql`email_verified`),
    index('users_unconfirmed').on(table.created_at).where(sql`not email_verified`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    token: text().notNull().unique(),
    expires_at: timestamptz().notNull(),
    ip_address: text(),
    user_agent: text(),
    created_at: timestamptz().notNull(),
    /** Time of the last renewal. */
    updated_at: timestamptz().notNull(),
    /** Last proof of any kind. */
    proven_at: timestamptz(),
    /** Last proof by a second factor. */
    factor_proven_at: timestamptz(),
  },
  (table) => [index().on(table.user_id), index().on(table.expires_at)],
);

/** Argon2id hashes. An owner with a void password has no row until a new password is set. */
export const passwords = pgTable('passwords', {
  user_id: ownerId().primaryKey(),
  hash: text().notNull(),
  changed_at: timestamptz().notNull(),
});

/** Compromised passwords, which cannot be set again. */
export const voidPasswords = pgTable(
  'void_passwords',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    password_hash: text().notNull(),
    voided_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id)],
);

export const userProfiles = pgTable('user_profiles', {
  id: uuid().primaryKey(),
  user_id: ownerId().unique(),
  first_name: text(),
  last_name: text(),
  full_name: text().generatedAlwaysAs(
    sql`nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')`,
  ),
  phone: text(),
  date_of_birth: date({ mode: 'string' }),
  preferred_language: text().notNull().default('ru'),
  pin_hash: text(),
  created_at: timestamptz().notNull(),
  updated_at: timestamptz().notNull(),
});

/**
 * Requests of unauthenticated callers. A job processes them, so that the response is always the
 * same.
 */
export const accountRequests = pgTable(
  'account_requests',
  {
    id: uuid().primaryKey(),
    kind: text({
      enum: ['sign_up', 'resend_verification', 'recover_password', 'sign_in_warning'],
    }).notNull(),
    email: text().notNull(),
    password_hash: text(),
    /** JSON: document → accepted version. */
    accepted: text(),
    preferred_language: text(),
    /** Digest of the sign-up cookie. */
    browser_digest: text(),
    ip_address: text(),
    user_agent: text(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.email), index().on(table.created_at)],
);

/** Links sent by mail. Only a digest of the token is stored. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    purpose: text({
      enum: [
        'verify_email',
        'recover_password',
        'confirm_email_change',
        'undo_email_change',
        'disown_sign_in',
        'disown_factor',
        'cancel_lost_device',
      ],
    }).notNull(),
    digest: text().notNull().unique(),
    email_change_id: uuid().references(() => emailChanges.id, { onDelete: 'cascade' }),
    browser_digest: text(),
    /** The sign-up that this link confirms (JSON): password hash, consents, language. */
    sign_up: text().$type<string>(),
    /** Origin of the request, shown on the page of the link. */
    asked_address: text(),
    asked_user_agent: text(),
    expires_at: timestamptz().notNull(),
    used_at: timestamptz(),
    created_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.user_id),
    index().on(table.email_change_id),
    index().on(table.expires_at),
  ],
);

export const emailChanges = pgTable(
  'email_changes',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    old_email: text().notNull(),
    new_email: text().notNull(),
    status: text({
      enum: ['pending', 'confirmed', 'canceled', 'withdrawn', 'expired', 'undone'],
    }).notNull(),
    requested_at: timestamptz().notNull(),
    confirmed_at: timestamptz(),
    ended_at: timestamptz(),
  },
  (table) => [
    uniqueIndex('email_changes_one_pending').on(table.user_id).where(sql`status = 'pending'`),
    index().on(table.user_id),
    index().on(table.old_email),
    index('email_changes_pending').on(table.requested_at).where(sql`status = 'pending'`),
  ],
);

export const consents = pgTable(
  'consents',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    document: text().notNull(),
    version: text().notNull(),
    accepted_at: timestamptz().notNull(),
    ip_address: text(),
    user_agent: text(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.document, table.version)],
);

/** `user_id` is null for a failed sign-in with an unknown address. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<SecurityEventKind>().notNull(),
    ip_address: text(),
    user_agent: text(),
    created_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id, table.created_at.desc()), index().on(table.created_at)],
);

export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** Digest of the address, and of the device if it is known. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    last_failed_at: timestamptz().notNull(),
    warned_at: timestamptz(),
  },
  (table) => [index().on(table.last_failed_at)],
);

/** Browsers that have signed in to the account before. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    device_digest: text().notNull(),
    created_at: timestamptz().notNull(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.device_digest)],
);

/**
 * Addresses for the last mail of deleted accounts. The row is deleted once the mail is sent or
 * failed.
 */
export const deletionNotices = pgTable(
  'deletion_notices',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    language: text().notNull(),
    deleted_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.deleted_at)],
);

/** Ids of deleted accounts, to delete them again after a restore. */
export const tombstones = pgTable('tombstones', {
  user_id: uuid().primaryKey(),
  deleted_at: timestamptz().notNull(),
});
