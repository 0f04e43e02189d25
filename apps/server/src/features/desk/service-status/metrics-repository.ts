import { getTableName, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { workerHeartbeats } from '../../../platform/downtime/interruption-tables.ts';
import { auditEntries } from '../../identity/audit/index.ts';
import { bounceReports } from '../../mail/bounces/index.ts';
import { envelopes } from '../../protocol/index.ts';
import { instructionFiles, objectRemovals } from '../../vault/instructions/index.ts';
import { userStorageUsage } from '../../vault/storage/index.ts';
import { mailOutcomes } from './mail-outcome-tables.ts';

/** Maximum of each count, to bound the query time. */
const maxCounted = 10_000;

interface LetterMetrics {
  waiting: number;
  unreached: number;
  /** Age of the longest overdue letter; 0 if none is overdue. */
  overdue_seconds: number;
}

/** Reads the metrics of letters. Each count uses its own index. */
export async function readLetterMetrics({ rows }: Queryable): Promise<LetterMetrics> {
  const { state, last_refusal, next_attempt_at } = envelopes;
  const isUnreached = sql`${state} = 'unreachable'
    or (${state} = 'queued' and ${last_refusal} in ('permanent', 'unknown_address'))`;
  const [found] = await rows<LetterMetrics>(sql`
    select
      (select count(*) from
        (select 1 from ${envelopes} where ${state} = 'queued' limit ${maxCounted}) found)::int as waiting,
      (select count(*) from
        (select 1 from ${envelopes} where ${isUnreached} limit ${maxCounted}) found)::int as unreached,
      greatest(0, extract(epoch from now() - (
        select min(${next_attempt_at}) from ${envelopes} where ${state} = 'queued')))::float8 as overdue_seconds`);
  return found ?? { waiting: 0, unreached: 0, overdue_seconds: 0 };
}

/** Outcomes of the last day; `bounced` mails were accepted first. */
export async function readMailMetrics({ rows }: Queryable): Promise<Record<string, number>> {
  const found = await rows<{ outcome: string; count: number }>(sql`
    select ${mailOutcomes.outcome} as outcome, sum(${mailOutcomes.count})::int as count
    from ${mailOutcomes} where ${mailOutcomes.hour} > now() - interval '1 day'
    group by ${mailOutcomes.outcome}
    union all
    select 'bounced', count(*)::int from (
      select 1 from ${bounceReports}
      where ${bounceReports.reported_at} > now() - interval '1 day' and ${bounceReports.kind} = 'failed'
      limit ${maxCounted}) found`);
  const none = { accepted: 0, refused: 0, postponed: 0 };
  return { ...none, ...Object.fromEntries(found.map(({ outcome, count }) => [outcome, count])) };
}

/** Seconds since the last worker heartbeat, by the database's clock; null if there was none. */
export async function readHeartbeatAge({ rows }: Queryable): Promise<number | null> {
  const [found] = await rows<{ seconds: number }>(sql`
    select extract(epoch from clock_timestamp() - ${workerHeartbeats.seen_at})::float8 as seconds from ${workerHeartbeats}`);
  return found?.seconds ?? null;
}

export async function readAuditLength({ rows }: Queryable): Promise<number> {
  const [found] = await rows<{ seq: string }>(sql`
    select ${auditEntries.seq}::text as seq from ${auditEntries}
    where ${auditEntries.seq} is not null order by ${auditEntries.seq} desc limit 1`);
  return Number(found?.seq ?? 0);
}

interface LastBackup {
  age_seconds: number;
  /** Files that the store had lost. */
  lost_files: number;
}

export async function readLastBackup({ rows }: Queryable): Promise<LastBackup | undefined> {
  const [found] = await rows<LastBackup>(sql`
    select extract(epoch from clock_timestamp() - ${auditEntries.at})::float8 as age_seconds,
      coalesce((${auditEntries.facts} ->> 'lost')::int, 0) as lost_files
    from ${auditEntries} where ${auditEntries.act} = 'backup_made'
    order by ${auditEntries.seq} desc limit 1`);
  return found;
}

interface StorageMetrics {
  used_bytes: number;
  objects: number;
  waiting_removals: number;
  /** Estimated from a sample of accounts. */
  is_estimated: boolean;
}

/** Tables with more rows are estimated. */
const maxExactRows = 100_000;
/** Approximate size of the sample. */
const sampledRows = 30_000;

/** Reads the metrics of storage. The cost is bounded, regardless of the number of accounts. */
export async function readStorageMetrics(
  database: Queryable,
  maxRows = maxExactRows,
): Promise<StorageMetrics> {
  const estimates = await readRowEstimates(database);
  const is_estimated = Math.max(estimates.owners, estimates.files) > maxRows;
  const [found] = await database.rows<Omit<StorageMetrics, 'is_estimated'>>(sql`
    select ${is_estimated ? estimatedColumns(estimates) : exactColumns},
      (select count(*)::int from ${objectRemovals}) as waiting_removals`);
  if (!found) throw new Error(`No metrics of ${getTableName(userStorageUsage)}.`);
  return { ...found, is_estimated };
}

const exactColumns = sql`
  (select coalesce(sum(${userStorageUsage.used_bytes}), 0)::float8 from ${userStorageUsage}) as used_bytes,
  (select count(*)::int from ${instructionFiles} where ${instructionFiles.state} = 'stored') as objects`;

/** Extrapolates from a sample of the table's pages. */
function estimatedColumns({ owners, files }: RowEstimates) {
  const percent = Math.min(100, (100 * sampledRows) / Math.max(1, owners));
  return sql`
    (select round(coalesce(avg(${userStorageUsage.used_bytes}), 0) * ${owners}::float8)::float8
      from ${userStorageUsage} tablesample system (${percent}::float8)) as used_bytes,
    ${files}::int as objects`;
}

interface RowEstimates {
  owners: number;
  files: number;
}

/** Planner statistics; 0 before the first `analyze`. */
async function readRowEstimates({ rows }: Queryable): Promise<RowEstimates> {
  const rowsIn = (table: Parameters<typeof getTableName>[0]) => sql`
    (select greatest(reltuples, 0)::float8 from pg_class
      where oid = to_regclass(${`public.${getTableName(table)}`}))`;
  const [found] = await rows<RowEstimates>(sql`
    select ${rowsIn(userStorageUsage)} as owners, ${rowsIn(instructionFiles)} as files`);
  return found ?? { owners: 0, files: 0 };
}

export async function readDatabaseVersion({ rows }: Queryable): Promise<string> {
  const [found] = await rows<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  );
  return found?.version ?? '';
}
