import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { interruptionKinds } from './interruption-rules.ts';

const moment = () => timestamp({ withTimezone: true });

/**
 * Times in which the service could not be used, and planned ones in which it will not. One that an
 * operator planned or recorded has the id of that record.
 */
export const interruptions = pgTable(
  'interruptions',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: interruptionKinds }).notNull(),
    began_at: moment().notNull(),
    ended_at: moment().notNull(),
  },
  (table) => [
    index().on(table.ended_at),
    check('interruptions_in_order', sql`began_at <= ended_at`),
  ],
);

/** The last sign that a worker runs: a single row. */
export const workerHeartbeats = pgTable(
  'worker_signs',
  {
    id: integer().primaryKey(),
    /** By the database's own clock, also where ours was put ahead for a trial. */
    seen_at: moment().notNull(),
  },
  () => [check('worker_signs_one', sql`id = 1`)],
);
