import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../identity/account/index.ts';

const moment = () => timestamp({ withTimezone: true });

/** Planned maintenance. An exclusion constraint keeps windows from overlapping, unless called off. */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    id: uuid().primaryKey(),
    begins_at: moment().notNull(),
    ends_at: moment().notNull(),
    planned_at: moment().notNull(),
    called_off_at: moment(),
    /** Until when everybody who has come was looked at for a notice. */
    walked_until: moment(),
    /** When it was over and the list of people was counted and ended. */
    closed_at: moment(),
    /** What was counted then. */
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

/** Who is told of it; ends with it. */
export const maintenanceNotices = pgTable(
  'maintenance_tellings',
  {
    window_id: uuid()
      .notNull()
      .references(() => maintenanceWindows.id, { onDelete: 'cascade' }),
    user_id: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ordered_at: moment().notNull(),
    /** When a mail server took the notice. */
    told_at: moment(),
    /** When one refused it permanently. */
    refused_at: moment(),
    /** When the mail was ordered that says it was called off. */
    call_off_ordered_at: moment(),
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
