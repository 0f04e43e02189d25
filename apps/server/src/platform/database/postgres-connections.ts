import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { refuseStandby, watchForStandby } from './standby.ts';

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
    watchForStandby(this);
  }
}

/** For what answers people: nobody waits long for a database that is away. */
export function promptConnections(url: string): PoolConfig {
  return {
    connectionString: url,
    max: 10,
    Client: PromptClient,
    connectionTimeoutMillis: turnTimeoutMs,
    // A database that has stopped answering must not hold requests for ever.
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + connectTimeoutMs,
    application_name: 'zavet',
    ...keptAlive,
    verify: refuseStandby,
  };
}

/** For commands: a statement may take as long as it needs. */
export function patientConnections(url: string): PoolConfig {
  return {
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: connectTimeoutMs,
    pipeline: true,
    application_name: 'zavet-operations',
    ...keptAlive,
  };
}
