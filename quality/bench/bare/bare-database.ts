import { Pool } from 'pg';

/** Sends one prepared statement. */
export interface BareDatabase {
  query<Row>(name: string, text: string, values: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export function openBareDatabase(connectionString: string): BareDatabase {
  const pool = new Pool({ connectionString, max: 10 });
  return {
    query: async <Row>(name: string, text: string, values: unknown[]) =>
      (await pool.query({ name, text, values })).rows as Row[],
    close: () => pool.end(),
  };
}
