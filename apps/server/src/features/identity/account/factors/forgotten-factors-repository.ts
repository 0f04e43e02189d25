import { sql } from 'drizzle-orm';
import { deleteSome } from '../../../../platform/database/batch-repository.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { begunSignIns, lostDeviceWaits, spentChallenges } from './factor-tables.ts';

const text = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

export function forgetBegunSignIns(database: Database, now: Date, limit: number): Promise<number> {
  return deleteSome(database, {
    ...{ table: begunSignIns, key: 'id', limit },
    isDue: sql`expires_at <= ${text(now)}`,
    age: sql`expires_at`,
  });
}

/** A challenge that is too old is refused by itself: nobody has to remember that it was answered. */
export function forgetChallenges(database: Database, now: Date, limit: number): Promise<number> {
  return deleteSome(database, {
    ...{ table: spentChallenges, key: 'digest', limit },
    isDue: sql`expires_at <= ${text(now)}`,
    age: sql`expires_at`,
  });
}

/** Waits that ended before that moment. */
export function forgetWaits(database: Database, before: Date, limit: number): Promise<number> {
  return deleteSome(database, {
    ...{ table: lostDeviceWaits, key: 'id', limit },
    isDue: sql`ended_at <= ${text(before)}`,
    age: sql`ended_at`,
  });
}
