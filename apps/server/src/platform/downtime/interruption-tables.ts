import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../database/timestamps.ts';
import { interruptionKinds } from './interruption-rules.ts';

/** Planned maintenance and recorded outages have the id of their own record. */
export const interruptions = pgTable(
  'interruptions',
  {
    id: uuid().primaryKey(),
    kind: text({ enum: interruptionKinds }).notNull(),
    started_at: timestamptz().notNull(),
    ended_at: timestamptz().notNull(),
  },
  (table) => [
    index().on(table.ended_at),
    check('interruptions_in_order', sql`started_at <= ended_at`),
  ],
);

/** The last heartbeat of any worker: a single row. */
export const workerHeartbeats = pgTable(
  'worker_heartbeats',
  {
    id: integer().primaryKey(),
    /** By the database clock. */
    seen_at: timestamptz().notNull(),
  },
  () => [check('worker_heartbeats_one', sql`id = 1`)],
);
