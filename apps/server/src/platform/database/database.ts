import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { type SQL, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Prepared } from './prepared.ts';

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
  /** Rows of a statement that is written out; times in them are text. */
  rows<Row>(statement: SQL | Prepared): Promise<Row[]>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Whatever can be asked for rows: the database, or a snapshot of it. */
export type Rows = Pick<Database, 'rows'>;

/** A way to send statements: the whole database, or one transaction. */
export interface Connection {
  /** The query builder on it. */
  handle(): Handle;
  send(statement: Prepared): Promise<Result<unknown>>;
}

export interface Engine extends Connection {
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function databaseOver(driver: Driver, engine: Engine): Database {
  // A single connection deadlocks when the bare handle is used inside a transaction,
  // so the current transaction travels with the asynchronous context.
  const current = new AsyncLocalStorage<Connection>();
  const connection = () => current.getStore() ?? engine;

  return {
    driver,
    db: () => connection().handle(),
    transaction: (work) =>
      current.getStore() ? work() : engine.transaction((opened) => current.run(opened, work)),
    rows: async <Row>(statement: SQL | Prepared) => {
      const result =
        'text' in statement
          ? await connection().send(statement)
          : await connection().handle().execute(statement);
      return result.rows as Row[];
    },
    ping: async () => {
      await engine.handle().execute(sql`select 1`);
    },
    close: () => engine.close(),
  };
}

/** Makes the query builder only where it is used. */
export function handleOnce(make: () => unknown): () => Handle {
  let handle: Handle | undefined;
  return () => {
    handle ??= make() as Handle;
    return handle;
  };
}
