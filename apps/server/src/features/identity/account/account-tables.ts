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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = () => timestamp({ withTimezone: true });
const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull().unique(),
    email_verified: boolean().notNull().default(false),
    created_at: moment().notNull(),
    updated_at: moment().notNull(),
    /**
     * The last sign of life among sessions and events that are forgotten; a newer one may still
     * stand there.
     */
    seen_at: moment().notNull().defaultNow(),
    /** Since when a password alone does not sign in; kept by `settleSecondFactor`. */
    second_factor_since: moment(),
    /** Set while an operator has suspended the account: no session opens. */
    suspended_at: moment(),
    suspension_reason: text({ enum: suspensionReasons }),
    /** The newest set of editions for which somebody looked whether this person is to be told of them. */
    looked_for: integer().notNull().default(0),
  },
  (table) => [
    index('users_by_absence').on(table.seen_at, table.id),
    index('users_by_arrival').on(table.created_at, table.id),
    index('users_to_look_for').on(table.looked_for, table.id).where(sql`email_verified`),
    index('users_unconfirmed').on(table.created_at).where(sql`not email_verified`),
  ],
);

/** The long halves of sessions. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    token: text().notNull().unique(),
    expires_at: moment().notNull(),
    ip_address: text(),
    user_agent: text(),
    created_at: moment().notNull(),
    /** Moves with every renewal: when the session was last seen. */
    updated_at: moment().notNull(),
    /** When the owner was last proven to be there in this session, by any proof. */
    proven_at: moment(),
    /** The same, by a second factor. */
    factor_proven_at: moment(),
  },
  (table) => [index().on(table.user_id), index().on(table.expires_at)],
);

/** Argon2id hashes; an owner whose password became void has no row until a new one is set. */
export const passwords = pgTable('passwords', {
  user_id: owner().primaryKey(),
  hash: text().notNull(),
  changed_at: moment().notNull(),
});

/** Passwords that somebody else is known to have had: none of them is taken again. */
export const voidPasswords = pgTable(
  'void_passwords',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    password_hash: text().notNull(),
    voided_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id)],
);

export const userProfiles = pgTable('user_profiles', {
  id: uuid().primaryKey(),
  user_id: owner().unique(),
  first_name: text(),
  last_name: text(),
  full_name: text().generatedAlwaysAs(
    sql`nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')`,
  ),
  phone: text(),
  date_of_birth: date({ mode: 'string' }),
  preferred_language: text().notNull().default('ru'),
  pin_hash: text(),
  created_at: moment().notNull(),
  updated_at: moment().notNull(),
});

/**
 * What a stranger asked for an address: to sign up, to get a link. Answered by a job, so
 * that the answer on the wire is the same for every address.
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
    /** Digest of the cookie of the browser that signs up. */
    browser_digest: text(),
    ip_address: text(),
    user_agent: text(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.email), index().on(table.created_at)],
);

/** Links sent by mail; the secret in the link is kept only as a digest. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    purpose: text({
      enum: [
        'verify_email',
        'recover_password',
        'confirm_email_change',
        'undo_email_change',
        'disown_sign_in',
        'disown_factor',
        'stop_lost_device',
      ],
    }).notNull(),
    digest: text().notNull().unique(),
    email_change_id: uuid().references(() => emailChanges.id, { onDelete: 'cascade' }),
    browser_digest: text(),
    /** The sign-up that this link confirms (JSON): its password, its consents, its language. */
    sign_up: text().$type<string>(),
    /** Who asked for the link, so that its page can say so. */
    asked_address: text(),
    asked_user_agent: text(),
    expires_at: moment().notNull(),
    used_at: moment(),
    created_at: moment().notNull(),
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
    user_id: owner(),
    old_email: text().notNull(),
    new_email: text().notNull(),
    status: text({
      enum: ['pending', 'confirmed', 'canceled', 'withdrawn', 'expired', 'undone'],
    }).notNull(),
    requested_at: moment().notNull(),
    confirmed_at: moment(),
    ended_at: moment(),
  },
  (table) => [
    uniqueIndex('email_changes_one_pending').on(table.user_id).where(sql`status = 'pending'`),
    index().on(table.user_id),
    index().on(table.old_email),
    index('email_changes_waiting').on(table.requested_at).where(sql`status = 'pending'`),
  ],
);

export const consents = pgTable(
  'consents',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    document: text().notNull(),
    version: text().notNull(),
    accepted_at: moment().notNull(),
    ip_address: text(),
    user_agent: text(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.document, table.version)],
);

/** Without an owner: a failed sign-in with an address that has no account. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: uuid().primaryKey(),
    user_id: uuid().references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<SecurityEventKind>().notNull(),
    ip_address: text(),
    user_agent: text(),
    created_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id, table.created_at.desc()), index().on(table.created_at)],
);

export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    /** Digest of the address, and of the device where that is a known one. */
    key: text().primaryKey(),
    failures: integer().notNull(),
    last_failed_at: moment().notNull(),
    warned_at: moment(),
  },
  (table) => [index().on(table.last_failed_at)],
);

/** Browsers from which an owner has signed in before. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    device_digest: text().notNull(),
    created_at: moment().notNull(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.device_digest)],
);

/**
 * Where the last mail of a deleted account goes. The address is gone as soon as the mail is handed
 * over, or given up.
 */
export const deletionNotices = pgTable(
  'deletion_notices',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    language: text().notNull(),
    deleted_at: moment().notNull(),
  },
  (table) => [index().on(table.deleted_at)],
);

/** What remains of a deleted account, so that a restored backup can be cleaned. */
export const tombstones = pgTable('tombstones', {
  user_id: uuid().primaryKey(),
  deleted_at: moment().notNull(),
});
