import { setTimeout as pause } from 'node:timers/promises';
import { onDatabase } from './server.ts';

/** More rows of a growing table than one page or the data of one owner. */
const maxRows = 2_000;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'Query Text': string;
  Plan: PlanNode;
}

/** Makes new connections log every query plan with the number of rows that were read. */
export async function explainEverything(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  };
  await onDatabase(databaseUrl, async (query) => {
    await query(`load 'auto_explain'`);
    for (const [setting, value] of Object.entries(settings)) {
      await query(`alter database ${name} set ${setting} = '${value}'`);
    }
  });
}

/** Reads plans from the server's log, which is recorded only during `plansOf`. */
export function createPlanReader() {
  let recorded = '';
  let isRecording = false;
  return {
    onLog: (part: string) => {
      if (isRecording) recorded += part;
    },
    /** Runs `work` and returns the plans of its statements. */
    plansOf: async (work: () => Promise<unknown>): Promise<Explained[]> => {
      recorded = '';
      isRecording = true;
      await work();
      // The log entries arrive after the results.
      await pause(logDelayMs);
      isRecording = false;
      return plansIn(recorded);
    },
  };
}

const logDelayMs = 300;

function plansIn(log: string): Explained[] {
  return log
    .split(/^(?=\d{4}-)/m)
    .filter((entry) => entry.includes(' plan:\n'))
    .flatMap((entry) => readPlan(entry.slice(entry.indexOf('\n'))));
}

/** Truncated entries are skipped. */
function readPlan(text: string): Explained[] {
  try {
    return [JSON.parse(text) as Explained];
  } catch {
    return [];
  }
}

/** Finds statements that read an entire growing table or too many of its rows. */
export function wideReads(plans: readonly Explained[], growing: ReadonlySet<string>): string[] {
  const found = plans.flatMap((explained) =>
    nodesOf(explained.Plan).flatMap((node) => {
      const table = node['Relation Name'];
      if (!table || !growing.has(table)) return [];
      const rows = rowsReadBy(node);
      const isWide = node['Node Type'] === 'Seq Scan' || rows > maxRows;
      if (!isWide) return [];
      const statement = explained['Query Text'].replace(/\s+/g, ' ').trim().slice(0, 160);
      return [`${node['Node Type']} of ${table}, ${rows} rows: ${statement}`];
    }),
  );
  return [...new Set(found)];
}

function rowsReadBy(node: PlanNode): number {
  const perLoop =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(perLoop * (node['Actual Loops'] ?? 1));
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

interface Relation {
  name: string;
  rows: number;
  bytes: number;
  index_bytes: number;
}

const shown = 14;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** Disk usage in total and by table, the largest first. */
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

/** Tables that have many more rows with more owners. */
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
