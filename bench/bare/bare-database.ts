import { PGlite } from '@electric-sql/pglite';
import { Pool } from 'pg';

/** Sends one statement, prepared where the engine can. */
export interface BareDatabase {
  query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** PostgreSQL where `DATABASE_URL` says, or the embedded engine on the folder `BARE_DATABASE`. */
export async function openBareDatabase(): Promise<BareDatabase> {
  const { DATABASE_URL, BARE_DATABASE } = process.env;
  if (DATABASE_URL) return overPostgres(DATABASE_URL);
  const engine = await PGlite.create(BARE_DATABASE ?? '');
  return {
    query: async <Row>(_: string, text: string, values: unknown[]) =>
      (await engine.query<Row>(text, values)).rows,
    close: () => engine.close(),
  };
}

function overPostgres(connectionString: string): BareDatabase {
  const pool = new Pool({ connectionString, max: 10 });
  return {
    query: async <Row>(name: string, text: string, values: unknown[]) =>
      (await pool.query({ name, text, values })).rows as Row[],
    close: () => pool.end(),
  };
}
