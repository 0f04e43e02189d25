import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** What the job queue needs to open its own way to the same database. */
export type Driver = { engine: 'pglite'; client: PGlite } | { engine: 'postgres'; url: string };

/** Both engines answer a statement with an object that holds its rows. */
interface Result<Row> {
  rows: Row[];
}

interface ResultWithRows extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export type Handle = PgDatabase<ResultWithRows>;

export interface Database {
  readonly driver: Driver;
  /** The transaction this call runs in, or the bare database outside of one. */
  db(): Handle;
  /** Runs `work` in one transaction; inside another it joins that one. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Rows of a statement that the query builder cannot express. */
  rows<Row>(statement: SQL): Promise<Row[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Whatever can be asked for rows: the database, or a snapshot of it. */
export type Rows = Pick<Database, 'rows'>;

export function databaseOver(driver: Driver, root: Handle, close: () => Promise<void>): Database {
  // A single connection deadlocks when the bare handle is used inside a transaction,
  // so the current transaction travels with the asynchronous context.
  const current = new AsyncLocalStorage<Handle>();
  const db = () => current.getStore() ?? root;

  return {
    driver,
    db,
    transaction: (work) =>
      current.getStore() ? work() : root.transaction((handle) => current.run(handle, work)),
    rows: async <Row>(statement: SQL) => {
      const result = await db().execute(statement);
      return result.rows as Row[];
    },
    ping: async () => {
      await root.execute(sql`select 1`);
    },
    close,
  };
}
