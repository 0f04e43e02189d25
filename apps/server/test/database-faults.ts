import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { lockUser } from '../src/features/identity/account/account-repository.ts';
import type { Database } from '../src/platform/database/database.ts';

/**
 * Runs calls while another transaction holds the account's lock, so that all calls have read before
 * any of them writes. `change` runs in the transaction with the lock.
 */
export async function whileLocked<Result>(
  database: Database,
  userId: string,
  calls: (() => Promise<Result>)[],
  change: () => Promise<unknown> = async () => {},
): Promise<PromiseSettledResult<Result>[]> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: resolveLocked } = Promise.withResolvers<void>();
  const lockHolder = database.transaction(async () => {
    await lockUser(database, userId);
    await change();
    resolveLocked();
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
  await lockHolder;
  return running;
}

/** Simulates the death of the process. */
export class Killed extends Error {}

/** A database that fails from its n-th statement on and rolls back the open transaction. */
export function failingAfter(database: Database, statements: number): Database {
  let remaining = statements;
  const countStatement = () => {
    remaining -= 1;
    if (remaining < 0) throw new Killed();
  };
  return {
    ...database,
    db: () => {
      countStatement();
      return database.db();
    },
    rows: async (statement) => {
      countStatement();
      return database.rows(statement);
    },
    transaction: (work) =>
      database.transaction(async () => {
        const result = await work();
        // Also fails between the last statement and the commit.
        countStatement();
        return result;
      }),
  };
}
