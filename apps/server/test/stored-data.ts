import { readdirSync, readFileSync } from 'node:fs';
import type { SweptKind } from '@zavet/contract/service/retention-table';
import { sql } from 'drizzle-orm';
import type { RemovalCounts } from '../src/platform/database/batches.ts';
import type { Database } from '../src/platform/database/database.ts';
import type { TestProduct } from './test-product.ts';

/** Names of all tables after the newest migration. */
export function databaseTables(): string[] {
  const meta = new URL('../migrations/meta/', import.meta.url);
  const latest = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  const snapshot = JSON.parse(readFileSync(new URL(latest ?? '', meta), 'utf8'));
  return Object.values<{ name: string }>(snapshot.tables).map(({ name }) => name);
}

/** Tables of the product and of the job queue that contain one of the texts. */
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

/** Removes one batch of due data of a kind, by the rules that its feature declares. */
export function removeDue(
  { ctx }: Pick<TestProduct, 'ctx'>,
  kind: SweptKind,
  { now = ctx.clock.now(), limit = 1_000 }: { now?: Date; limit?: number } = {},
): Promise<RemovalCounts> {
  const remove = ctx.wiring.retention.find((rules) => kind in rules)?.[kind];
  if (!remove) throw new Error(`No feature removes ${kind}.`);
  return remove(ctx, now, limit);
}
