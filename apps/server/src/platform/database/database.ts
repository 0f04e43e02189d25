import { AsyncLocalStorage } from 'node:async_hooks';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Engine, Handle, PoolState, Result } from './engine.ts';
import { createPiggyback, type PiggybackStatement } from './piggyback-statement.ts';
import type { RequestPoolSettings } from './postgres-connections.ts';
import type { Prepared } from './prepared.ts';

/** Addresses and sizes for connections of one's own: job queue, sessions, threads. */
export interface Driver {
  /** The server itself: for sessions, their locks and snapshots, migrations and the job queue. */
  url: string;
  jobPoolSize: number;
  /** The way of requests, which may lead through a pooler. */
  requests: RequestPoolSettings;
}

export interface Database {
  readonly driver: Driver;
  /** The transaction this call runs in, or the bare database outside of one. */
  db(): Handle;
  /** Runs `work` in one transaction; inside another it joins that one. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Rows of a statement that is written out; times in them are text. */
  rows<Row>(statement: SQL | Prepared): Promise<Row[]>;
  /**
   * Runs `work` and lets `statement` travel with the first prepared statement that it sends: both
   * are under way at once. `accept` sees the rows of the first and may refuse by throwing; until
   * then neither `work` nor the caller gets to see anything else.
   */
  piggyback<Row, T>(
    statement: Prepared,
    accept: (rows: Row[]) => void,
    work: () => Promise<T>,
  ): Promise<T>;
  ping(): Promise<void>;
  pools(): PoolState[];
  close(): Promise<void>;
}

interface OpenTransaction {
  connection: Connection;
  hasEnded: boolean;
}

/** Whatever can be asked for rows: the database, or a snapshot of it. */
export type Rows = Pick<Database, 'rows'>;

export function createDatabase(driver: Driver, engine: Engine): Database {
  // The current transaction travels with the asynchronous context.
  const current = new AsyncLocalStorage<OpenTransaction>();
  const piggybacks = new AsyncLocalStorage<PiggybackStatement>();

  function connection(): Connection {
    const transaction = current.getStore();
    // By now somebody else may have one open on its connection.
    if (transaction?.hasEnded) throw new Error('The transaction has ended.');
    return transaction?.connection ?? engine;
  }

  async function send(statement: SQL | Prepared): Promise<Result<unknown>> {
    const ahead = piggybacks.getStore();
    if (ahead?.isWaiting()) {
      if ('text' in statement) return ahead.carry(statement);
      await ahead.arrive();
    }
    if ('text' in statement) return connection().send(statement);
    return connection().handle().execute(statement);
  }

  return {
    driver,
    db: () => {
      if (piggybacks.getStore()?.isWaiting())
        throw new Error('A statement is still to be sent ahead.');
      return connection().handle();
    },
    transaction: async (work) => {
      if (current.getStore()) return work();
      await piggybacks.getStore()?.arrive();
      return engine.transaction(async (connection) => {
        const opened: OpenTransaction = { connection, hasEnded: false };
        try {
          return await current.run(opened, work);
        } finally {
          opened.hasEnded = true;
        }
      });
    },
    rows: async <Row>(statement: SQL | Prepared) => (await send(statement)).rows as Row[],
    piggyback: async (statement, accept, work) => {
      const ahead = createPiggyback(engine, statement, (rows) => accept(rows as never[]));
      try {
        return await piggybacks.run(ahead, work);
      } finally {
        // What it refuses comes before anything that went wrong later.
        await ahead.arrive();
      }
    },
    ping: async () => {
      await engine.handle().execute(sql`select 1`);
    },
    pools: () => engine.pools(),
    close: () => engine.close(),
  };
}
