import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { bounceReadings } from './bounce-tables.ts';

export type BounceReading = typeof bounceReadings.$inferSelect;
type Way = BounceReading['way'];

export async function findReading(
  database: Database,
  way: Way,
): Promise<BounceReading | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(bounceReadings)
    .where(eq(bounceReadings.way, way));
  return found;
}

export async function noteRead(database: Database, way: Way, now: Date): Promise<void> {
  await save(database, way, { read_at: now, trouble: null });
}

export async function noteReadFailed(
  database: Database,
  way: Way,
  trouble: string,
  now: Date,
): Promise<void> {
  await save(database, way, { failed_at: now, trouble });
}

/** Two readers at once: the one that is behind changes nothing. */
export async function noteReadUpTo(
  database: Database,
  { uid_validity, last_uid }: { uid_validity: number; last_uid: number },
): Promise<void> {
  await database
    .db()
    .insert(bounceReadings)
    .values({ way: 'mailbox', uid_validity, last_uid })
    .onConflictDoUpdate({
      target: bounceReadings.way,
      set: {
        uid_validity,
        last_uid: sql`case when ${bounceReadings.uid_validity} = excluded.uid_validity
          then greatest(${bounceReadings.last_uid}, excluded.last_uid) else excluded.last_uid end`,
      },
    });
}

async function save(
  database: Database,
  way: Way,
  facts: Partial<Omit<BounceReading, 'way'>>,
): Promise<void> {
  await database
    .db()
    .insert(bounceReadings)
    .values({ way, ...facts })
    .onConflictDoUpdate({ target: bounceReadings.way, set: facts });
}
