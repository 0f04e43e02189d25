import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

/** An exclusion constraint prevents overlapping windows, unless cancelled. */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    id: uuid().primaryKey(),
    starts_at: timestamptz().notNull(),
    ends_at: timestamptz().notNull(),
    planned_at: timestamptz().notNull(),
    cancelled_at: timestamptz(),
    /** Start of the last complete run. Users who were confirmed at that time have a notice. */
    notified_until: timestamptz(),
    /** Set when the notices are counted and may be deleted. */
    closed_at: timestamptz(),
    notified: integer(),
    notified_late: integer(),
  },
  (table) => [
    index('maintenance_windows_open').on(table.ends_at).where(sql`closed_at is null`),
    index('maintenance_windows_closed').on(table.id).where(sql`closed_at is not null`),
    check('maintenance_windows_in_order', sql`starts_at < ends_at`),
    check(
      'maintenance_windows_counted',
      sql`(closed_at is null) = (notified is null) and (closed_at is null) = (notified_late is null)`,
    ),
  ],
);

/** Notices to users. Deleted after the maintenance. */
export const maintenanceNotices = pgTable(
  'maintenance_notices',
  {
    window_id: uuid()
      .notNull()
      .references(() => maintenanceWindows.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    enqueued_at: timestamptz().notNull(),
    /** A mail server accepted the notice. */
    notified_at: timestamptz(),
    /** A mail server rejected the notice permanently. */
    refused_at: timestamptz(),
    /** The mail about the cancellation was enqueued. */
    cancellation_enqueued_at: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.window_id, table.user_id] }),
    index().on(table.user_id),
    index('maintenance_notices_unnotified')
      .on(table.window_id, table.enqueued_at)
      .where(sql`notified_at is null and refused_at is null`),
    index('maintenance_notices_cancellable')
      .on(table.window_id, table.user_id)
      .where(sql`notified_at is not null and cancellation_enqueued_at is null`),
  ],
);
