import { AsyncLocalStorage } from 'node:async_hooks';
import { type SQL, sql } from 'drizzle-orm';
import type { Connection, Engine, PoolState, QueryBuilder, Result } from './engine.ts';
import { createPiggyback, type PiggybackStatement } from './piggyback-statement.ts';
import type { RequestPoolSettings } from './postgres-connections.ts';
import type { PreparedStatement } from './prepared.ts';

/** Connection settings for the job queue, sessions and threads, which open their own connections. */
export interface Driver {
  /** The server itself: for advisory locks, snapshots, migrations and the job queue. */
  url: string;
  /** The pool for requests, possibly through a pooler. */
  requests: RequestPoolSettings;
}

export interface Database {
  readonly driver: Driver;
  /** The query builder of the current transaction, or of the pool outside of one. */
  db(): QueryBuilder;
  /** Runs `work` in a transaction; joins the current one, if any. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs raw SQL or a prepared statement. Times in its rows are text. */
  rows<Row>(statement: SQL | PreparedStatement): Promise<Row[]>;
  /**
   * Runs `work` and sends `statement` together with the first prepared statement of `work`.
   * `accept` receives the rows of `statement` and may throw; before it returns, `work` gets no
   * results.
   */
  piggyback<Row, T>(
    statement: PreparedStatement,
    accept: (rows: Row[]) => void,
    work: () => Promise<T>,
  ): Promise<T>;
  /**
   * Cancels a pending piggyback statement and returns true; the caller must then include the work
   * of that statement in its next one. Otherwise returns false.
   */
  claimPiggyback(): boolean;
  ping(): Promise<void>;
  pools(): PoolState[];
  close(): Promise<void>;
}

interface OpenTransaction {
  connection: Connection;
  hasEnded: boolean;
}

/** The database, or a snapshot of it. */
export type Queryable = Pick<Database, 'rows'>;

export function createDatabase(driver: Driver, engine: Engine): Database {
  const transactions = new AsyncLocalStorage<OpenTransaction>();
  const piggybacks = new AsyncLocalStorage<PiggybackStatement>();

  function connection(): Connection {
    const transaction = transactions.getStore();
    // The connection of an ended transaction may already serve another call.
    if (transaction?.hasEnded) throw new Error('The transaction has ended.');
    return transaction?.connection ?? engine;
  }

  async function send(statement: SQL | PreparedStatement): Promise<Result<unknown>> {
    const piggyback = piggybacks.getStore();
    if (piggyback?.isPending()) {
      if ('text' in statement) return piggyback.sendWith(statement);
      await piggyback.flush();
    }
    if ('text' in statement) return connection().send(statement);
    return connection().handle().execute(statement);
  }

  return {
    driver,
    db: () => {
      if (piggybacks.getStore()?.isPending()) {
        throw new Error('The query builder cannot be used while a piggyback statement is pending.');
      }
      return connection().handle();
    },
    transaction: async (work) => {
      if (transactions.getStore()) return work();
      await piggybacks.getStore()?.flush();
      return engine.transaction(async (connection) => {
        const opened: OpenTransaction = { connection, hasEnded: false };
        try {
          return await transactions.run(opened, work);
        } finally {
          opened.hasEnded = true;
        }
      });
    },
    rows: async <Row>(statement: SQL | PreparedStatement) => (await send(statement)).rows as Row[],
    piggyback: async (statement, accept, work) => {
      const piggyback = createPiggyback(engine, statement, (rows) => accept(rows as never[]));
      try {
        return await piggybacks.run(piggyback, work);
      } finally {
        // An error thrown by `accept` takes precedence over failures of `work`.
        await piggyback.flush();
      }
    },
    claimPiggyback: () => piggybacks.getStore()?.claim() ?? false,
    ping: async () => {
      await engine.handle().execute(sql`select 1`);
    },
    pools: () => engine.pools(),
    close: () => engine.close(),
  };
}
