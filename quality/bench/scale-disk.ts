import { onDatabase } from './on-database.ts';

interface Relation {
  name: string;
  rows: number;
  bytes: number;
  index_bytes: number;
}

const shown = 14;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** What the disk holds: all of it, then table by table, the largest first, each with its indexes. */
export async function diskLines(databaseUrl: string): Promise<string[]> {
  return onDatabase(databaseUrl, async (query) => {
    const relations = (await query(`
      select relname as name, greatest(reltuples, 0)::float8 as rows,
        pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as index_bytes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by pg_total_relation_size(oid) desc`)) as Relation[];
    const total = relations.reduce((sum, { bytes, index_bytes }) => sum + bytes + index_bytes, 0);
    const indexes = relations.reduce((sum, { index_bytes }) => sum + index_bytes, 0);
    return [
      `all tables ${megabytes(total)}, of which indexes ${megabytes(indexes)}`,
      ...relations
        .slice(0, shown)
        .map(
          ({ name, rows, bytes, index_bytes }) =>
            `${name}: ${rows.toFixed(0)} rows, ${megabytes(bytes)} and ${megabytes(index_bytes)} of indexes`,
        ),
    ];
  });
}

/** Tables of which there is much more with more owners. */
export async function growingTables(smallUrl: string, largeUrl: string): Promise<Set<string>> {
  const rowsIn = (url: string) =>
    onDatabase(url, async (query) => {
      const found = (await query(`select relname as name, reltuples::float8 as rows from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`)) as Relation[];
      return new Map(found.map(({ name, rows }) => [name, rows]));
    });
  const small = await rowsIn(smallUrl);
  const large = await rowsIn(largeUrl);
  return new Set(
    [...large]
      .filter(([name, rows]) => rows > 1_000 && rows > 3 * Math.max(1, small.get(name) ?? 0))
      .map(([name]) => name),
  );
}
