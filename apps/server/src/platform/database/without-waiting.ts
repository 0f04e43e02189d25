import { sql } from 'drizzle-orm';

/**
 * One row to select from in a statement whose commit need not wait for the disk: a database that
 * crashes forgets what was counted in its last moment. Nothing else may be written with it.
 */
export const withoutWaiting = sql.raw(
  "(select set_config('synchronous_commit', 'off', true)) without_waiting",
);
