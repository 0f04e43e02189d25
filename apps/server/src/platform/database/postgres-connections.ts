import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { PreparedStatement } from './prepared.ts';

export interface PostgresSettings {
  /** For requests: the server itself, or a pooler in transaction mode. */
  url: string;
  /** The server itself, if `url` leads to a pooler. */
  directUrl?: string;
  /** Connections in each of the two pools of a process. */
  poolSize?: number;
}

export type RequestPoolSettings = Required<Pick<PostgresSettings, 'url' | 'poolSize'>> & {
  /**
   * True behind a pooler: each transaction may get another session, so session state is lost.
   * PgBouncer before 1.21 also loses named statements.
   */
  isPooled: boolean;
};

const defaultPoolSize = 10;
export const jobPoolSize = 5;

/**
 * Returns the number of connections per process: two pools, search, two probes, the job pool and
 * its listener. With a pooler, only the last two connect to the server itself.
 */
export function connectionsPerProcess({
  directUrl,
  poolSize = defaultPoolSize,
}: Partial<PostgresSettings>): number {
  const forJobs = jobPoolSize + 1;
  return directUrl === undefined ? 2 * poolSize + 3 + forJobs : forJobs;
}

export function requestPoolSettings(settings: PostgresSettings): RequestPoolSettings {
  const { url, directUrl, poolSize = defaultPoolSize } = settings;
  return { url, poolSize, isPooled: directUrl !== undefined };
}

const connectTimeoutMs = 5_000;
const statementTimeoutMs = 30_000;
/** Generous: waiting for a free connection under load does not mean that the database is down. */
const poolTimeoutMs = 30_000;
/** Detects a dead server on idle connections. */
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Has its own timeout for connecting, because that of the pool includes the wait for a free
 * connection.
 */
class RequestClient extends Client {
  constructor(options?: ClientConfig) {
    super({ ...options, connectionTimeoutMillis: connectTimeoutMs, pipeline: true });
    trackStandby(this);
  }
}

/** For requests: fails fast if the database is unavailable. */
export function requestPoolConfig({ url, isPooled, poolSize }: RequestPoolSettings): PoolConfig {
  return {
    connectionString: url,
    max: poolSize,
    Client: RequestClient,
    connectionTimeoutMillis: poolTimeoutMs,
    // A hanging database must not block requests indefinitely.
    query_timeout: statementTimeoutMs + connectTimeoutMs,
    // A pooler refuses session settings, and its connections outlive ours.
    ...(isPooled
      ? { application_name: 'zavet-pooled' }
      : { application_name: 'zavet', statement_timeout: statementTimeoutMs }),
    ...keepAlive,
    verify: refuseStandby,
  };
}

/**
 * Returns the statement that begins a transaction. Behind a pooler, it also sets the statement
 * timeout, which the session cannot have.
 */
export function beginStatement({ isPooled }: Pick<RequestPoolSettings, 'isPooled'>): string {
  return isPooled ? `begin; set local statement_timeout to ${statementTimeoutMs}` : 'begin';
}

/** For commands: without a statement timeout. */
export function commandPoolConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: connectTimeoutMs,
    pipeline: true,
    application_name: 'zavet-operations',
    ...keepAlive,
  };
}

const readerIdleMs = 10_000;

/**
 * Returns a function for another thread that reads over a single connection, which closes when
 * idle.
 */
export function openPostgresReader(
  settings: RequestPoolSettings,
): <Row>(statement: PreparedStatement) => Promise<Row[]> {
  const config = requestPoolConfig({ ...settings, poolSize: 1 });
  const pool = new Pool({ ...config, idleTimeoutMillis: readerIdleMs });
  ignoreLostConnections(pool);
  return async ({ name, text, values }) =>
    (await pool.query({ ...(!settings.isPooled && { name }), text, values })).rows;
}

/** A lost connection also rejects its running statement; the pool replaces an idle one. */
export function ignoreLostConnections(pool: Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Carries the code of a write on a standby, so callers treat it as an unavailable database. */
class StandbyReached extends Error {
  readonly code = '25006';
}

const standbys = new WeakSet<object>();

/** The server reports its role while connecting; no extra query is needed. */
function trackStandby(client: Client): void {
  client.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName !== 'in_hot_standby') return;
    if (parameterValue === 'on') standbys.add(client);
    else standbys.delete(client);
  });
}

/**
 * During a failover the address may still lead to a former primary. It lacks acknowledged writes: a
 * missing session would sign users out.
 */
function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  done(standbys.has(client) ? new StandbyReached('A standby was reached.') : undefined);
}
