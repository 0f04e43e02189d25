import { sql } from 'drizzle-orm';
import type { Database, Queryable } from './database.ts';

export interface TableDescription {
  name: string;
  /** Without generated columns. */
  columns: { name: string; type: string }[];
  /** Other tables referenced by foreign keys. */
  references: string[];
}

/** A row with every value in PostgreSQL's text form. */
export type TextRow = Record<string, string | null>;

/** All tables of the product, by name. */
export function listTables({ rows }: Queryable): Promise<TableDescription[]> {
  return rows<TableDescription>(sql`
    select t.relname::text as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attname)
        from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      coalesce((select json_agg(distinct other.relname)
        from pg_constraint c join pg_class other on other.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and other.oid <> t.oid
      ), '[]') as references
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    order by t.relname`);
}

/** A query whose rows contain only text. */
export function selectAsText({ name, columns }: TableDescription, where = sql`true`) {
  const values = columns.map((column) => {
    const identifier = sql.identifier(column.name);
    return sql`${identifier}::text as ${identifier}`;
  });
  return sql`select ${sql.join(values, sql`, `)} from ${sql.identifier(name)} where ${where}`;
}

/** `ignoreConflicts` skips rows that exist already. */
export async function insertTextRows(
  database: Database,
  { name, columns }: TableDescription,
  rows: readonly TextRow[],
  options: { ignoreConflicts?: boolean } = {},
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((column) => sql.identifier(column.name));
  const values = columns.map(
    (column) => sql`(entry ->> ${column.name}::text)::${sql.raw(column.type)}`,
  );
  await database.rows(sql`
    insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)})
    select ${sql.join(values, sql`, `)}
    from json_array_elements(${JSON.stringify(rows)}::json) as entry
    ${options.ignoreConflicts ? sql`on conflict do nothing` : sql``}`);
}

export async function deleteRows(database: Database, table: TableDescription): Promise<void> {
  await database.rows(sql`delete from ${sql.identifier(table.name)}`);
}
