import { open } from 'node:fs/promises';
import { onDatabase } from './on-database.ts';

/** More rows than this of a table that grows with the owners are no page and no look at one owner. */
const mostRows = 2_000;

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

/** What PostgreSQL needs to be started with so that plans can be read. */
export const planSettings = {
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'server.log',
  log_rotation_age: '0',
  log_rotation_size: '0',
  log_line_prefix: '%m [%p] ',
};

/** Connections that open from now on write down every plan, with the rows that it really read. */
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

/** Reads what the server's log has got since the last time. */
export function createPlanReader(path: string) {
  let place = 0;
  const readOn = async (): Promise<string> => {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const buffer = Buffer.alloc(size - place);
      await file.read(buffer, 0, buffer.length, place);
      place = size;
      return buffer.toString();
    } finally {
      await file.close();
    }
  };
  return { skip: readOn, plans: async () => plansIn(await readOn()) };
}

function plansIn(log: string): Explained[] {
  return log
    .split(/^(?=\S)/m)
    .filter((entry) => entry.includes(' plan:\n'))
    .map((entry) => JSON.parse(entry.slice(entry.indexOf('\n'))) as Explained);
}

/** What a step read that it should not have: of which table, how, by which statement. */
export function wideReads(plans: readonly Explained[], growing: ReadonlySet<string>): string[] {
  const found = plans.flatMap((explained) =>
    nodesOf(explained.Plan).flatMap((node) => {
      const table = node['Relation Name'];
      if (!table || !growing.has(table)) return [];
      const rows = rowsReadBy(node);
      const isWide = node['Node Type'] === 'Seq Scan' || rows > mostRows;
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
