import { parseArgs } from 'node:util';
import { UsageInvalid } from '../platform/process/refusals.ts';
import { fromCaller } from './caller-path.ts';

export type BackupOrder =
  | { kind: 'make'; folder: string; isFull: boolean }
  | { kind: 'verify'; folder: string }
  | { kind: 'prune'; folder: string; keepDays: number };

/** What the command is told. */
export function backupOrderOf(args: string[]): BackupOrder {
  try {
    return orderIn(args);
  } catch (cause) {
    throw new UsageInvalid(
      'Use npm run backup -- <folder> [--full] with a folder that is not there yet, npm run backup -- verify <folder>, or npm run backup -- prune <folder of backups> --keep-days <days>.',
      { cause },
    );
  }
}

function orderIn(args: string[]): BackupOrder {
  const { values, positionals } = parseArgs({
    args,
    options: { full: { type: 'boolean' }, 'keep-days': { type: 'string' } },
    allowPositionals: true,
  });
  const { full: isFull = false, 'keep-days': days } = values;
  const [first, second, ...rest] = positionals;
  if (first === undefined || rest.length > 0) throw new Error('one folder');
  if (first === 'prune' && second !== undefined && !isFull && isDays(days)) {
    return { kind: 'prune', folder: fromCaller(second), keepDays: Number(days) };
  }
  if (days !== undefined) throw new Error('days are for pruning');
  if (first === 'verify' && second !== undefined && !isFull) {
    return { kind: 'verify', folder: fromCaller(second) };
  }
  if (second !== undefined || ['prune', 'verify'].includes(first)) throw new Error('one folder');
  return { kind: 'make', folder: fromCaller(first), isFull };
}

function isDays(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text);
}
