import { onDatabase } from './on-database.ts';
import { ownerTables } from './scale-owners.ts';
import { traceTables } from './scale-traces.ts';

type Query = (sql: string, values?: unknown[]) => Promise<unknown[]>;

interface Made {
  table: string;
  name: string;
  /** How it is made again. */
  definition: string;
}

/**
 * Rows that nobody will ever open, in the state in which jobs leave them, so that nothing is due.
 */
const filledTables = [...ownerTables, ...traceTables];

const largest = ['instructions', 'instruction_contacts'];

/**
 * Fills in the rows of so many owners. Indexes and constraints are taken off and built again from the
 * filled tables, which takes a quarter of the time; triggers and references do not look at these rows.
 */
export async function fillOwners(databaseUrl: string, owners: number): Promise<void> {
  const tables = filledTables.map(({ table }) => table);
  const { references, constraints, indexes } = await onDatabase(databaseUrl, (query) =>
    takeOff(query, tables),
  );
  const [large, others] = [true, false].map((isLarge) =>
    tables.filter((table) => largest.includes(table) === isLarge),
  );
  // Two at a time: that many cores there are.
  const build = (part: string[] = []) =>
    onDatabase(databaseUrl, async (query) => {
      await query('set session_replication_role = replica');
      await query(`set maintenance_work_mem = '1GB'`);
      for (const table of part) await insertRows(query, table, owners);
      for (const { definition } of [...constraints, ...indexes].filter((made) =>
        part.includes(made.table),
      )) {
        await query(definition);
      }
    });
  await Promise.all([build(large), build(others)]);
  await onDatabase(databaseUrl, async (query) => {
    for (const { definition } of references) await query(`${definition} not valid`);
    await query('vacuum analyze');
    await query('checkpoint');
  });
}

async function insertRows(query: Query, table: string, owners: number): Promise<void> {
  const filled = filledTables.find((one) => one.table === table);
  if (!filled) throw new Error(`Nobody fills ${table}.`);
  const { row, from } = filled;
  await query(
    `insert into ${table} (${Object.keys(row).join(', ')})
     select ${Object.entries(row)
       .map(([column, value]) => `(${value})${castOf(column)}`)
       .join(', ')} from ${from}`,
    [owners],
  );
}

/** Words of a query have no type of their own where they are chosen from a series. */
const castOf = (column: string) =>
  ({ edition: '::date', facts: '::jsonb', ids: '::jsonb', idempotence_key: '::text' })[column] ??
  '';

async function takeOff(query: Query, tables: string[]) {
  const list = async (sql: string) => (await query(sql, [tables])) as Made[];
  const constraintsOf = (condition: string) =>
    list(`
      select conrelid::regclass::text as table, conname as name,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(oid)) as definition
      from pg_constraint where connamespace = 'public'::regnamespace and ${condition}`);
  const references = await constraintsOf(`contype = 'f'
    and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))`);
  const constraints = await constraintsOf(
    `contype in ('p', 'u') and conrelid::regclass::text = any($1)`,
  );
  const indexes = await list(`
    select tablename as table, indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = any($1) and not exists (
      select 1 from pg_constraint where conname = indexname)`);
  for (const { table, name } of [...references, ...constraints]) {
    await query(`alter table ${table} drop constraint "${name}"`);
  }
  for (const { name } of indexes) await query(`drop index "${name}"`);
  return { references, constraints, indexes };
}
