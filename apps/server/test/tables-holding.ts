import { sql } from 'drizzle-orm';
import type { Database } from '../src/platform/database/database.ts';

/** Tables of the product and of the job queue in which one of the texts stands. */
export async function tablesHolding(database: Database, texts: string[]): Promise<string[]> {
  const tables = await database.rows<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`);
  if (!tables.some(({ name }) => name === 'job')) throw new Error('the job queue was not searched');
  const found: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.rows<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found;
}
