import type { KillableProcess } from './killable-process.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Random, runTrial, type TrialResult } from './trial.ts';

const columns = ['fault', 'trials', 'passed', 'repeated mails', 'slowest recovery'];

/** Formats the results as a table with one row per fault and one row for all faults. */
export function tableOf(results: readonly TrialResult[]): string {
  const byFault = Map.groupBy(results, ({ fault }) => fault);
  const lines = [...byFault].map(([fault, trials]) => lineOf(fault, trials));
  const rows = [columns, ...lines, lineOf('all', results)];
  const widths = columns.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) => row.map((cell, at) => pad(cell, at, widths)).join('  ')).join('\n');
}

function lineOf(fault: string, results: readonly TrialResult[]): string[] {
  const passed = results.filter(({ violations }) => violations.length === 0).length;
  const repeated = results.reduce((sum, one) => sum + one.repeated, 0);
  const slowest = Math.max(...results.map(({ recoveryMs }) => recoveryMs));
  const seconds = `${(slowest / 1000).toFixed(1)} s`;
  return [fault, String(results.length), String(passed), String(repeated), seconds];
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

/** Runs a trial; an error of the trial itself counts as a violation. */
export function runJudgedTrial(stack: Stack, fault: Fault, random: Random): Promise<TrialResult> {
  return runTrial(stack, fault, random).catch((error) => ({
    fault: fault.name,
    violations: [String(error?.stack ?? error)],
    repeated: 0,
    recoveryMs: 0,
  }));
}

/** Prints the end of a process's output. */
export function printOutput(
  killable: KillableProcess,
  count: number,
  isWanted: (line: string) => boolean = () => true,
): void {
  const lines = killable.output().trimEnd().split('\n').filter(isWanted).slice(-count);
  print(`  ${killable.name}:\n${lines.map((line) => `    ${line.slice(0, 400)}`).join('\n')}`);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
