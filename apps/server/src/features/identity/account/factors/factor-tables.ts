import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../account-tables.ts';

const moment = () => timestamp({ withTimezone: true });
const owner = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/**
 * Set when the owner says by mail that it is not theirs. It signs in and proves nothing from then on,
 * but the account still asks for a second step: a mailbox alone never removes a factor.
 */
const disowned = moment;

/** Public halves of keys that lie in devices of the owner. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    credential_id: text().notNull().unique(),
    public_key: text().notNull(),
    /** As the device counted when it was last used; many devices do not count and stay at zero. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    created_at: moment().notNull(),
    last_used_at: moment(),
    disowned_at: disowned(),
  },
  (table) => [index().on(table.user_id)],
);

/** Secrets of the apps that make one-time codes. */
export const authenticators = pgTable('authenticators', {
  user_id: owner().primaryKey(),
  /** Sealed with a key of the service. */
  secret: text().notNull(),
  /** The step of the last code that was taken: no code counts twice. */
  last_step: integer(),
  created_at: moment().notNull(),
  /** From the first right code on it counts. */
  confirmed_at: moment(),
  disowned_at: disowned(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    /** Keyed, so that nobody who reads the table can try codes out. */
    digest: text().notNull(),
    created_at: moment().notNull(),
    used_at: moment(),
    disowned_at: disowned(),
  },
  (table) => [uniqueIndex().on(table.user_id, table.digest)],
);

/** Sign-ins whose password was right and whose second step is still to come. */
export const begunSignIns = pgTable(
  'begun_sign_ins',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    /** Digest of the browser, the only one that can go on. */
    device_digest: text().notNull(),
    created_at: moment().notNull(),
    expires_at: moment().notNull(),
  },
  (table) => [index().on(table.user_id), index().on(table.expires_at)],
);

/** Challenges that a passkey has answered: none counts twice. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    digest: text().primaryKey(),
    expires_at: moment().notNull(),
  },
  (table) => [index().on(table.expires_at)],
);

/** Owners who said that they have none of their factors at hand. */
export const lostDeviceWaits = pgTable(
  'lost_device_waits',
  {
    id: uuid().primaryKey(),
    user_id: owner(),
    begun_at: moment().notNull(),
    ends_at: moment().notNull(),
    reminders: integer().notNull().default(0),
    ended_at: moment(),
    outcome: text({ enum: ['stopped', 'factor_used', 'password_changed', 'removed'] }),
  },
  (table) => [
    uniqueIndex('lost_device_waits_one_open').on(table.user_id).where(sql`ended_at is null`),
    index().on(table.user_id),
    index('lost_device_waits_open').on(table.begun_at).where(sql`ended_at is null`),
    index('lost_device_waits_ended').on(table.ended_at).where(sql`ended_at is not null`),
  ],
);
