import { planIds, planPeriods, storagePlans } from '@zavet/contract/billing/plan-catalogue';
import { limits } from '@zavet/contract/limits';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/account-tables.ts';

const owner = () =>
  uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Plan and quota of an owner; no row means the free plan. Every change increments `version`, so
 * that a payment detects a plan that changed after its quote.
 */
export const userStorage = pgTable(
  'user_storage',
  {
    user_id: owner(),
    version: integer().notNull().default(0),
    plan: text({ enum: storagePlans }).notNull().default('free'),
    limit_mb: integer().notNull().default(limits.freeStorageMb),
    period: text({ enum: planPeriods }),
    period_from: date({ mode: 'string' }),
    /** The first day that is not paid for. */
    valid_until: date({ mode: 'string' }),
    /** Day of the month on which periods end, kept across shorter months. */
    renewal_day: integer(),
    price_kopecks: integer(),
    paid_days: integer(),
    auto_renewal: boolean().notNull().default(false),
    former_plan: text({ enum: planIds }),
    former_period: text({ enum: planPeriods }),
    expired_on: date({ mode: 'string' }),
    grace_until: date({ mode: 'string' }),
    grace_warned: integer(),
    grace_notified_on: date({ mode: 'string' }),
    grace_refused_on: date({ mode: 'string' }),
    /** Since this day files are kept only because no mail server accepts the warning. */
    grace_unnotified_since: date({ mode: 'string' }),
  },
  (table) => [
    index().on(table.valid_until).where(sql`valid_until is not null`),
    index().on(table.grace_until).where(sql`grace_until is not null`),
  ],
);

/** The sum of the sizes of an owner's files, maintained by triggers. */
export const userStorageUsage = pgTable(
  'user_storage_usage',
  {
    user_id: owner(),
    used_bytes: bigint({ mode: 'number' }).notNull().default(0),
  },
  () => [check('user_storage_usage_not_negative', sql`used_bytes >= 0`)],
);
