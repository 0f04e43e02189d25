import { drizzle } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { type CustomTypesConfig, type Pool, types } from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';
import { beginStatement, type RequestPoolSettings } from './postgres-connections.ts';
import type { Prepared } from './prepared.ts';

const { TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL } = types.builtins;

const timeTypes = new Set<number>([TIMESTAMPTZ, TIMESTAMP, DATE, INTERVAL]);

const asText = (value: string) => value;

/** Times as text, as the query builder reads them, too. */
const plainTypes: CustomTypesConfig = {
  getTypeParser: (type: number, format: 'text' | 'binary' = 'text') =>
    timeTypes.has(type) ? asText : types.getTypeParser(type, format as 'text'),
};

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
function lazyHandle(make: () => unknown): () => Handle {
  let handle: Handle | undefined;
  return () => {
    handle ??= make() as Handle;
    return handle;
  };
}

/** `quick` takes the prepared statements that stand for themselves, `pool` everything else. */
export function postgresEngine(pool: Pool, quick: Pool, way: Way): Engine {
  return {
    handle: connectionOver(pool, way).handle,
    send: connectionOver(quick, way).send,
    pools: () => [stateOf('general', pool), stateOf('prepared', quick)],
    sendBoth: (first, second) => {
      const answers = together(quick, way, first, second);
      return [answers.then(([own]) => own), answers.then(([, other]) => other)];
    },
    transaction: (work) => inTransaction(pool, way, work),
    close: async () => {
      await Promise.all([pool.end(), quick.end()]);
    },
  };
}

type Way = Pick<RequestPoolSettings, 'isPooled' | 'isPrepared'>;

function stateOf(name: string, { totalCount, idleCount, waitingCount }: Pool) {
  return { name, size: totalCount, idle: idleCount, waiting: waitingCount };
}

function connectionOver(client: Pick<Pool, 'query'>, { isPrepared }: Way): Connection {
  return {
    handle: lazyHandle(() => drizzle({ client: client as Pool })),
    send: ({ name, text, values }) =>
      client.query({ ...(isPrepared && { name }), text, values, types: plainTypes }),
  };
}

/** Corked, both leave in one message: the database is woken up once. */
async function together(pool: Pool, way: Way, ...statements: [Prepared, Prepared]) {
  const client = await pool.connect();
  const { stream } = client.connection;
  stream.cork();
  const sent = statements.map(connectionOver(client, way).send) as [Answer, Answer];
  stream.uncork();
  // Both must have ended before others use the connection.
  const [own, other] = await Promise.allSettled(sent);
  client.release([own, other].some(({ status }) => status === 'rejected'));
  return [settled(own), settled(other)] as const;
}

type Answer = ReturnType<Connection['send']>;

/** Told when it is asked for: the failure of one must not hide the other. */
function settled(outcome: PromiseSettledResult<Awaited<Answer>>): Answer {
  const told =
    outcome.status === 'fulfilled'
      ? Promise.resolve(outcome.value)
      : Promise.reject(outcome.reason);
  told.catch(() => {});
  return told;
}

/** `begin` travels with the first statement: the connections of the pool take several at once. */
async function inTransaction<T>(
  pool: Pool,
  way: Way,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    const begun = client.query(beginStatement(way));
    // Where it fails, the first statement fails as well, or the commit.
    begun.catch(() => {});
    const result = await work(connectionOver(client, way));
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    // A connection to a server that is going, or is no primary any more, must not serve anybody else.
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
