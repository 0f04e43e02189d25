import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Prepared } from './prepared.ts';

/** A standby was reached where the primary should be. Told with the code of a refused write. */
class StandbyReached extends Error {
  readonly code = '25006';
}

const standbys = new WeakSet<object>();

const idleMs = 10_000;

/** How PostgreSQL is reached. */
export interface PostgresSettings {
  /** The way of requests: the server itself, or a pooler in transaction mode. */
  url: string;
  /** The server itself, where requests go through a pooler. */
  directUrl?: string;
  /** Whether statements have names under which connections keep their plans. */
  isPrepared?: boolean;
  /** How many connections each of the two pools of a process opens. */
  poolSize?: number;
  /** The same for the job queue. */
  jobPoolSize?: number;
}

/** The way of requests, as a thread of its own needs it. */
export type RequestPoolSettings = Required<
  Pick<PostgresSettings, 'url' | 'isPrepared' | 'poolSize'>
> & {
  /** A pooler in transaction mode gives every transaction another session. */
  isPooled: boolean;
};

export const defaultPoolSize = 10;

export const defaultJobPoolSize = 5;

/** Poolers before PgBouncer 1.21 lose the names of statements, so they have none there by default. */
export function requestPoolSettings(settings: PostgresSettings): RequestPoolSettings {
  const { url, directUrl, poolSize = defaultPoolSize } = settings;
  const isPooled = directUrl !== undefined;
  return { url, isPooled, isPrepared: settings.isPrepared ?? !isPooled, poolSize };
}

const connectTimeoutMs = 5_000;

const statementTimeoutMs = 30_000;

/** A moment with many callers is not a database that is away: they may wait for one another. */
const turnTimeoutMs = 30_000;

/** A machine that is gone without a word is noticed although nothing is asked of it. */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** The pool's own time-out also counts the wait for a free connection; this one only connecting. */
class PromptClient extends Client {
  constructor(options?: ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectTimeoutMs, pipeline: true });
    trackStandby(this);
  }
}

/** For what answers people: nobody waits long for a database that is away. */
export function requestPoolConfig({ url, isPooled, poolSize }: RequestPoolSettings): PoolConfig {
  return {
    connectionString: url,
    max: poolSize,
    Client: PromptClient,
    connectionTimeoutMillis: turnTimeoutMs,
    // A database that has stopped answering must not hold requests for ever.
    query_timeout: statementTimeoutMs + connectTimeoutMs,
    // A pooler refuses settings of a session; and its connections stay when ours are gone.
    ...(isPooled
      ? { application_name: 'zavet-pooled' }
      : { application_name: 'zavet', statement_timeout: statementTimeoutMs }),
    ...keptAlive,
    verify: refuseStandby,
  };
}

/** How a transaction begins. Behind a pooler it brings along what the session cannot have. */
export function beginStatement({ isPooled }: Pick<RequestPoolSettings, 'isPooled'>): string {
  return isPooled ? `begin; set local statement_timeout to ${statementTimeoutMs}` : 'begin';
}

/** For commands: a statement may take as long as it needs. */
export function commandPoolConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: connectTimeoutMs,
    pipeline: true,
    application_name: 'zavet-operations',
    ...keptAlive,
  };
}

/** A server says by itself, with its greeting, whether it only follows another one. */
function trackStandby(client: Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return;
    if (parameterValue === 'on') standbys.add(client);
    else standbys.delete(client);
  });
}

/**
 * While a primary is replaced, what leads to it may still lead to one that has become a standby.
 * That one knows less than was acknowledged: a session that it does not find would sign people out.
 */
function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  done(standbys.has(client) ? new StandbyReached('A standby was reached.') : undefined);
}

/** Reads over one connection of its own, for a thread of its own. It goes when it is not used. */
export function openPostgresReader(
  way: RequestPoolSettings,
): <Row>(statement: Prepared) => Promise<Row[]> {
  const usual = requestPoolConfig({ ...way, poolSize: 1 });
  const pool = new Pool({ ...usual, idleTimeoutMillis: idleMs });
  // One that is lost while nobody uses it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return async ({ name, text, values }) =>
    (await pool.query({ ...(way.isPrepared && { name }), text, values })).rows;
}
