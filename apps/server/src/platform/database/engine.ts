import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type CustomTypesConfig, type Pool, types } from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';
import { beginStatement, type RequestPoolSettings } from './postgres-connections.ts';
import type { PreparedStatement } from './prepared.ts';

export interface Result<Row> {
  rows: Row[];
}

interface ResultWithRows extends PgQueryResultHKT {
  type: Result<this['row']>;
}

export type QueryBuilder = PgDatabase<ResultWithRows>;

/** Sends statements through the pool or within one transaction. */
export interface Connection {
  handle(): QueryBuilder;
  send(statement: PreparedStatement): Promise<Result<unknown>>;
}

export interface PoolState {
  name: string;
  size: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

export interface Engine extends Connection {
  pools(): PoolState[];
  /** Sends two statements in one message; the database runs them in this order. */
  sendBoth(
    first: PreparedStatement,
    second: PreparedStatement,
  ): [Promise<Result<unknown>>, Promise<Result<unknown>>];
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

type ConnectionSettings = Pick<RequestPoolSettings, 'isPooled'>;

/** `preparedPool` runs prepared statements outside of transactions, `pool` everything else. */
export function postgresEngine(
  pool: Pool,
  preparedPool: Pool,
  settings: ConnectionSettings,
): Engine {
  return {
    handle: connectionOver(pool, settings).handle,
    send: connectionOver(preparedPool, settings).send,
    pools: () => [stateOf('general', pool), stateOf('prepared', preparedPool)],
    sendBoth: (first, second) => {
      const results = sendTogether(preparedPool, settings, first, second);
      return [results.then(([one]) => one), results.then(([, other]) => other)];
    },
    transaction: (work) => inTransaction(pool, settings, work),
    close: async () => {
      await Promise.all([pool.end(), preparedPool.end()]);
    },
  };
}

function stateOf(name: string, { totalCount, idleCount, waitingCount }: Pool) {
  return { name, size: totalCount, idle: idleCount, waiting: waitingCount };
}

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins;
const timeTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL]);
const asText = (value: string) => value;

/** Returns times as text, like the query builder. */
const plainTypes: CustomTypesConfig = {
  getTypeParser: (type: number, format: 'text' | 'binary' = 'text') =>
    timeTypes.has(type) ? asText : types.getTypeParser(type, format as 'text'),
};

function connectionOver(client: Pick<Pool, 'query'>, { isPooled }: ConnectionSettings): Connection {
  // Most calls send prepared statements only and never create the query builder.
  let handle: QueryBuilder | undefined;
  return {
    handle: () => {
      handle ??= drizzle({ client: client as Pool }) as unknown as QueryBuilder;
      return handle;
    },
    send: ({ name, text, values }) =>
      client.query({ ...(!isPooled && { name }), text, values, types: plainTypes }),
  };
}

type PendingResult = ReturnType<Connection['send']>;

/**
 * Corks the stream to send both statements in one message, so that the database wakes up only once.
 */
async function sendTogether(
  pool: Pool,
  settings: ConnectionSettings,
  ...statements: [PreparedStatement, PreparedStatement]
) {
  const client = await pool.connect();
  const { stream } = client.connection;
  stream.cork();
  const sent = statements.map(connectionOver(client, settings).send) as [
    PendingResult,
    PendingResult,
  ];
  stream.uncork();
  // The connection must be idle before it is released.
  const [one, other] = await Promise.allSettled(sent);
  client.release([one, other].some(({ status }) => status === 'rejected'));
  return [toPromise(one), toPromise(other)] as const;
}

/**
 * Turns an outcome into a promise of its own, so that a failed statement does not hide the result
 * of the other one.
 */
function toPromise(outcome: PromiseSettledResult<Awaited<PendingResult>>): PendingResult {
  const result =
    outcome.status === 'fulfilled'
      ? Promise.resolve(outcome.value)
      : Promise.reject(outcome.reason);
  result.catch(() => {});
  return result;
}

/**
 * Runs `work` in a transaction. The connections use pipelining, so `begin` is sent together with
 * the first statement.
 */
async function inTransaction<T>(
  pool: Pool,
  settings: ConnectionSettings,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    const started = client.query(beginStatement(settings));
    // If `begin` fails, so does the first statement or the commit.
    started.catch(() => {});
    const result = await work(connectionOver(client, settings));
    await started;
    await client.query('commit');
    return result;
  } catch (error) {
    // Do not reuse a connection to a server that shuts down or is no longer the primary.
    if (isDatabaseUnavailable(error)) lost = error as Error;
    else {
      await client.query('rollback').catch((failure: Error) => {
        lost = failure;
      });
    }
    throw error;
  } finally {
    client.release(lost);
  }
}
