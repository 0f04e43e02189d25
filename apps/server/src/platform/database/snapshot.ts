import { type SQL, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Rows } from './database.ts';
import { withSession } from './session.ts';

/**
 * Gives `work` the database as of one moment. `lock`, if any, is held meanwhile; it is taken first, so
 * that the snapshot contains the work of its last holder.
 */
export function withSnapshot<T>(
  { driver }: Database,
  lock: number | undefined,
  work: (snapshot: Rows) => Promise<T>,
): Promise<T> {
  return withSession(driver.url, async (client) => {
    if (lock !== undefined) await client.query('select pg_advisory_lock($1)', [lock]);
    return drizzle({ client }).transaction(
      async (handle) => {
        const rows = async <Row>(statement: SQL) => {
          const result = await handle.execute(statement);
          return result.rows as Row[];
        };
        await writeValuesAlike({ rows });
        return work({ rows });
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  });
}

/** Rows of any query, some at a time, inside a transaction: memory stays the same for any number. */
export async function* rowsInParts<Row>(
  { rows }: Rows,
  query: SQL,
  atOnce = 50,
): AsyncGenerator<Row[]> {
  await rows(sql`declare parts no scroll cursor for ${query}`);
  for (let taken = atOnce; taken === atOnce; ) {
    const part = await rows<Row>(sql`fetch forward ${sql.raw(String(atOnce))} from parts`);
    taken = part.length;
    if (taken > 0) yield part;
  }
  await rows(sql`close parts`);
}

/** Values cast to text look the same whatever a server or a role has as its defaults. */
async function writeValuesAlike({ rows }: Rows): Promise<void> {
  await rows(sql`set local timezone to 'UTC'`);
  await rows(sql`set local datestyle to 'ISO'`);
  await rows(sql`set local bytea_output to 'hex'`);
  await rows(sql`set local extra_float_digits to 1`);
}
