import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Prepared } from './prepared.ts';

export interface Result<Row> {
  rows: Row[];
}

interface ResultWithRows extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export type Handle = PgDatabase<ResultWithRows>;

/** A way to send statements: the whole database, or one transaction. */
export interface Connection {
  /** The query builder on it. */
  handle(): Handle;
  send(statement: Prepared): Promise<Result<unknown>>;
}

/** How busy a set of connections is. */
export interface PoolState {
  name: string;
  size: number;
  idle: number;
  /** Callers without a connection. */
  waiting: number;
}

export interface Engine extends Connection {
  pools(): PoolState[];
  /** Two statements, one after the other, in one message. */
  sendBoth(first: Prepared, second: Prepared): [Promise<Result<unknown>>, Promise<Result<unknown>>];
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Makes the query builder only where it is used. */
export function handleOnce(make: () => unknown): () => Handle {
  let handle: Handle | undefined;
  return () => {
    handle ??= make() as Handle;
    return handle;
  };
}
