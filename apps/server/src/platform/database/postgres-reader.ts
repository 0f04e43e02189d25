import { Pool } from 'pg';
import { promptConnections, type RequestWay } from './postgres-connections.ts';
import type { Prepared } from './prepared.ts';

const idleMs = 10_000;

/** Reads over one connection of its own, for a thread of its own. It goes when it is not used. */
export function openPostgresReader(way: RequestWay): <Row>(statement: Prepared) => Promise<Row[]> {
  const usual = promptConnections({ ...way, poolSize: 1 });
  const pool = new Pool({ ...usual, idleTimeoutMillis: idleMs });
  // One that is lost while nobody uses it is replaced by the next one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return async ({ name, text, values }) =>
    (await pool.query({ ...(way.isPrepared && { name }), text, values })).rows;
}
