import type { TrialResult } from './trial.ts';

const columns = ['fault', 'trials', 'passed', 'repeated mails', 'slowest recovery'];

/** The results, a line for each kind of fault and one for all. */
export function tableOf(results: readonly TrialResult[]): string {
  const byFault = Map.groupBy(results, ({ fault }) => fault);
  const lines = [...byFault].map(([fault, own]) => lineOf(fault, own));
  const rows = [columns, ...lines, lineOf('all', results)];
  const widths = columns.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => row.map((cell, at) => padded(cell, at, widths)).join('  ')).join('\n');
}

function lineOf(fault: string, results: readonly TrialResult[]): string[] {
  const passed = results.filter(({ violations }) => violations.length === 0).length;
  const repeated = results.reduce((sum, one) => sum + one.repeated, 0);
  const slowest = Math.max(...results.map(({ recoveryMs }) => recoveryMs));
  const seconds = `${(slowest / 1000).toFixed(1)} s`;
  return [fault, String(results.length), String(passed), String(repeated), seconds];
}

function padded(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
