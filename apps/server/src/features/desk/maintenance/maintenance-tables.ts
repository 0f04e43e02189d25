import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/database/timestamps.ts';
import { users } from '../../identity/account/account-tables.ts';

/** An exclusion constraint prevents overlapping windows, unless cancelled. */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    id: uuid().primaryKey(),
    begins_at: timestamptz().notNull(),
    ends_at: timestamptz().notNull(),
    planned_at: timestamptz().notNull(),
    called_off_at: timestamptz(),
    /** Start of the last complete run: users until then have a notice. */
    walked_until: timestamptz(),
    /** When the notices were counted, to be deleted. */
    closed_at: timestamptz(),
    told: integer(),
    told_late: integer(),
  },
  (table) => [
    index('maintenance_windows_open').on(table.ends_at).where(sql`closed_at is null`),
    index('maintenance_windows_closed').on(table.id).where(sql`closed_at is not null`),
    check('maintenance_windows_in_order', sql`begins_at < ends_at`),
    check(
      'maintenance_windows_counted',
      sql`(closed_at is null) = (told is null) and (closed_at is null) = (told_late is null)`,
    ),
  ],
);

/** Notices to users. Deleted after the maintenance. */
export const maintenanceNotices = pgTable(
  'maintenance_tellings',
  {
    window_id: uuid()
      .notNull()
      .references(() => maintenanceWindows.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ordered_at: timestamptz().notNull(),
    /** A mail server accepted the notice. */
    told_at: timestamptz(),
    /** A mail server rejected the notice permanently. */
    refused_at: timestamptz(),
    /** The mail about the cancellation was enqueued. */
    call_off_ordered_at: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.window_id, table.user_id] }),
    index().on(table.user_id),
    index('maintenance_tellings_untold')
      .on(table.window_id, table.ordered_at)
      .where(sql`told_at is null and refused_at is null`),
    index('maintenance_tellings_told_of_nothing')
      .on(table.window_id, table.user_id)
      .where(sql`told_at is not null and call_off_ordered_at is null`),
  ],
);
