import { limits } from '@zavet/contract/limits';
import { bigint, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account-face.ts';

const owner = () =>
  uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' });

/** How much an owner may store. Without a row: the free plan. */
export const userStorage = pgTable('user_storage', {
  user_id: owner(),
  plan: text().notNull().default('free'),
  valid_until: date({ mode: 'string' }),
  limit_mb: integer().notNull().default(limits.freeStorageMb),
});

/** How much is stored. Kept by triggers on the files, so that it is always their sum. */
export const userStorageUsage = pgTable('user_storage_usage', {
  user_id: owner(),
  used_bytes: bigint({ mode: 'number' }).notNull().default(0),
});
