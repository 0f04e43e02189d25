import { getTableName, sql } from 'drizzle-orm';
import type { Rows } from '../../../platform/database/database.ts';
import { instructionFiles, objectRemovals } from '../../vault/instructions/index.ts';
import { userStorageUsage } from '../../vault/storage/index.ts';

export interface StorageFigures {
  used_bytes: number;
  objects: number;
  waiting_removals: number;
  /** Reckoned from a part of the accounts. */
  is_estimated: boolean;
}

/** Up to so many rows every one is counted. */
const countedRows = 100_000;
/** Of more, about so many are looked at. */
const sampledRows = 30_000;

/** What it costs does not grow with the number of accounts. */
export async function readStorageFigures(
  database: Rows,
  counted = countedRows,
): Promise<StorageFigures> {
  const known = await readKnownRows(database);
  const is_estimated = Math.max(known.owners, known.files) > counted;
  const [found] = await database.rows<Omit<StorageFigures, 'is_estimated'>>(sql`
    select ${is_estimated ? estimated(known) : exact},
      (select count(*)::int from ${objectRemovals}) as waiting_removals`);
  if (!found) throw new Error(`Nothing is known of ${getTableName(userStorageUsage)}.`);
  return { ...found, is_estimated };
}

const exact = sql`
  (select coalesce(sum(${userStorageUsage.used_bytes}), 0)::float8 from ${userStorageUsage}) as used_bytes,
  (select count(*)::int from ${instructionFiles} where ${instructionFiles.state} = 'stored') as objects`;

/** The average of some pages of the table stands for all of it. */
function estimated({ owners, files }: KnownRows) {
  const percent = Math.min(100, (100 * sampledRows) / Math.max(1, owners));
  return sql`
    (select round(coalesce(avg(${userStorageUsage.used_bytes}), 0) * ${owners}::float8)::float8
      from ${userStorageUsage} tablesample system (${percent}::float8)) as used_bytes,
    ${files}::int as objects`;
}

interface KnownRows {
  owners: number;
  files: number;
}

/** As the database reckoned when it last looked; none before its first look. */
async function readKnownRows({ rows }: Rows): Promise<KnownRows> {
  const rowsIn = (table: Parameters<typeof getTableName>[0]) => sql`
    (select greatest(reltuples, 0)::float8 from pg_class
      where oid = to_regclass(${`public.${getTableName(table)}`}))`;
  const [found] = await rows<KnownRows>(sql`
    select ${rowsIn(userStorageUsage)} as owners, ${rowsIn(instructionFiles)} as files`);
  return found ?? { owners: 0, files: 0 };
}

/** As the database calls itself, without the machine that it was built on. */
export async function readDatabaseVersion({ rows }: Rows): Promise<string> {
  const [found] = await rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return found?.version ?? '';
}
