import type { Database } from '../src/platform/database/database.ts';

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
