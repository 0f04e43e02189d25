import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { interruptionKinds } from './interruption-rules.ts';

const moment = () => timestamp({ withTimezone: true });

/** Planned maintenance and recorded outages have the id of their own record. */
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

/** The last heartbeat of any worker: a single row. */
export const workerHeartbeats = pgTable(
  'worker_signs',
  {
    id: integer().primaryKey(),
    /** By the database clock. */
    seen_at: moment().notNull(),
  },
  () => [check('worker_signs_one', sql`id = 1`)],
);
