import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { lockUser } from '../src/features/identity/account/account-repository.ts';
import type { Database } from '../src/platform/database/database.ts';

/**
 * Runs calls that all have looked at what they need before any of them may change it: they wait for
 * a transaction that holds the account, and that makes a `change` of its own.
 */
export async function whileLocked<Result>(
  database: Database,
  userId: string,
  calls: (() => Promise<Result>)[],
  change: () => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<Result>[]> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: tellLocked } = Promise.withResolvers<void>();
  const holding = database.transaction(async () => {
    await lockUser(database, userId);
    await change();
    tellLocked();
    await isReleased;
  });
  await isLocked;
  const running = Promise.allSettled(calls.map((call) => call()));
  await vi.waitFor(
    async () => {
      const [row] = await database.rows<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (row?.waiting !== calls.length) throw new Error(`${row?.waiting} calls wait`);
    },
    { timeout: 30_000, interval: 50 },
  );
  release();
  await holding;
  return running;
}

/** Thrown in the place of a process that dies: whatever runs then is never finished. */
export class Killed extends Error {}

/** A database that dies at its n-th statement, and with it the transaction that is under way. */
export function failingAfter(database: Database, statements: number): Database {
  let left = statements;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Killed();
  };
  return {
    ...database,
    db: () => {
      step();
      return database.db();
    },
    rows: async (statement) => {
      step();
      return database.rows(statement);
    },
    transaction: (work) =>
      database.transaction(async () => {
        const result = await work();
        // Also between the last statement and the commit.
        step();
        return result;
      }),
  };
}
