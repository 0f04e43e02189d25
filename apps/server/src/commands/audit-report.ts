import type { AuditFault } from '../features/identity/audit/verify-audit.ts';
import { CommandRefused } from '../platform/process/refusals.ts';
import type { AuditOutcome } from './audit-order.ts';
import { aligned, moscowTime } from './report-table.ts';

type Listed = Extract<AuditOutcome, { list: unknown }>['list'];
type Verdict = Extract<AuditOutcome, { verdict: unknown }>['verdict'];

/** The latest entries, the newest first. */
export function tableOf(entries: Listed): string {
  if (entries.length === 0) return 'The audit log is empty.';
  const rows = entries.map((one) => [
    String(one.seq),
    moscowTime.format(one.at),
    one.actor_kind,
    one.act,
    one.owner_id ?? '',
    one.subject_id ?? '',
    one.facts === '{}' ? '' : one.facts,
  ]);
  return [
    'The latest entries of the audit log (times of Moscow).',
    ...aligned([['number', 'when', 'who', 'what', 'owner', 'about', 'facts'], ...rows]),
  ].join('\n');
}

/**
 * The result of the check. A log that is not whole, or that lost entries with a restore, is refused,
 * so that the command fails.
 */
export function reportOf({ entries, fault, lost, anchored_at, foreign_anchors }: Verdict): string {
  const notes = [
    ...lost.map(
      ({ from, to, restored_at }) =>
        `${numbers(from, to)} of the former log went with the restore of an older backup on ${moscowTime.format(restored_at)}.`,
    ),
    ...(foreign_anchors > 0
      ? [`${foreign_anchors} notes under audit/ in the file store are not of this installation.`]
      : []),
  ];
  if (fault) throw new CommandRefused([sentenceOf(fault), ...notes].join('\n'));
  const anchored = anchored_at
    ? `noted outside the database on ${moscowTime.format(anchored_at)}`
    : 'not yet noted outside the database';
  if (lost.length > 0) {
    const rest = `The ${entries} entries of the audit log are as they were written, ${anchored}, but not all that there were.`;
    throw new CommandRefused([rest, ...notes].join('\n'));
  }
  return [`The audit log is whole: ${entries} entries, ${anchored}.`, ...notes].join('\n');
}

function sentenceOf(fault: AuditFault): string {
  switch (fault.kind) {
    case 'removed':
      return `${numbers(fault.from, fault.to)} of the audit log were removed.`;
    case 'moved':
      return `Entry ${fault.seq} (${fault.id}) of the audit log does not follow the one before it: it was moved, or the one before was written anew.`;
    case 'changed':
      return `Entry ${fault.seq} (${fault.id}) of the audit log was changed.`;
    case 'forged':
      return `Entry ${fault.seq} (${fault.id}) of the audit log speaks of a restore that did not happen here: it was forged, or brought from another place.`;
    case 'unnumbered':
      return `Entry ${fault.id} of the audit log has no number: it came past the rules of the database.`;
    case 'cut':
      return `The audit log is cut: ${numbers(fault.from, fault.to)} were there on ${moscowTime.format(fault.seen_at)} and are missing.`;
    case 'rewritten':
      return `Entry ${fault.seq} of the audit log is not the one that was there on ${moscowTime.format(fault.seen_at)}: the log was written anew.`;
    case 'unanchored':
      return 'Nothing outside the database says how far the audit log had come: the notes under audit/ in the file store are missing, or no worker runs.';
  }
}

function numbers(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`;
}
