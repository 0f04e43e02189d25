import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../../platform/database/timestamps.ts';
import { users } from '../account-tables.ts';

const ownerId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Set when the owner disowns the factor by a mailed link. It no longer signs in or proves anything,
 * but the account still requires a second step: a mailbox alone never removes a factor.
 */
const disownedAt = timestamptz;

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    credential_id: text().notNull().unique(),
    public_key: text().notNull(),
    /** Signature counter at the last use. Many authenticators always report zero. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    created_at: timestamptz().notNull(),
    last_used_at: timestamptz(),
    disowned_at: disownedAt(),
  },
  (table) => [index().on(table.user_id)],
);

/** Secrets for one-time codes (TOTP). */
export const authenticators = pgTable('authenticators', {
  user_id: ownerId().primaryKey(),
  /** Encrypted with the service key. */
  secret: text().notNull(),
  /** Time step of the last accepted code, against replay. */
  last_step: integer(),
  created_at: timestamptz().notNull(),
  /** Set by the first correct code. Until then, the authenticator is not a factor. */
  confirmed_at: timestamptz(),
  disowned_at: disownedAt(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    /** Keyed hash, so that a leaked table does not allow guessing. */
    digest: text().notNull(),
    created_at: timestamptz().notNull(),
    used_at: timestamptz(),
    disowned_at: disownedAt(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.digest)],
);

/** Sign-ins with a correct password that await the second step. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    /** Digest of the only browser that can continue. */
    device_digest: text().notNull(),
    created_at: timestamptz().notNull(),
    expires_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.expires_at)],
);

/** Used WebAuthn challenges, against replay. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    digest: text().primaryKey(),
    expires_at: timestamptz().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);

/** Waiting periods of owners who reported that they have lost their factors. */
export const lostDeviceWaits = pgTable(
  'lost_device_waits',
  {
    id: uuid().primaryKey(),
    user_id: ownerId(),
    started_at: timestamptz().notNull(),
    ends_at: timestamptz().notNull(),
    reminders: integer().notNull().default(0),
    ended_at: timestamptz(),
    outcome: text({ enum: ['cancelled', 'factor_used', 'password_changed', 'removed'] }),
  },
  (table) => [
    uniqueIndex('lost_device_waits_one_open').on(table.user_id).where(sql`ended_at is null`),
    index().on(table.user_id),
    index('lost_device_waits_open').on(table.started_at).where(sql`ended_at is null`),
    index('lost_device_waits_ended').on(table.ended_at).where(sql`ended_at is not null`),
  ],
);
