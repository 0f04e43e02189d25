import { setTimeout as pause } from 'node:timers/promises';
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

/** Hears the server's log; nothing is kept before somebody wants plans. */
export function createPlanReader() {
  let heard = '';
  let isWanted = false;
  return {
    hear: (part: string) => {
      if (isWanted) heard += part;
    },
    /** The plans of what is done meanwhile. */
    plansOf: async (work: () => Promise<unknown>): Promise<Explained[]> => {
      heard = '';
      isWanted = true;
      await work();
      // The log comes by another way than the answers.
      await pause(logDelayMs);
      isWanted = false;
      return plansIn(heard);
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

/** One that was cut off at the beginning or the end is left out. */
function readPlan(text: string): Explained[] {
  try {
    return [JSON.parse(text) as Explained];
  } catch {
    return [];
  }
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
