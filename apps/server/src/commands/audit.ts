import { type Configuration, readConfiguration } from '../config/configuration.ts';
import { listAuditEntries } from '../features/identity/audit/audit-repository.ts';
import {
  type AuditFault,
  type AuditVerdict,
  verifyAudit,
} from '../features/identity/audit/verify-audit.ts';
import { withCheckedStorage } from '../features/service/storage-check/open-checked-storage.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { loadExistingMasterKeys } from '../platform/encryption/master-keys.ts';
import { createServiceKey } from '../platform/encryption/service-key.ts';
import { CommandRefused, UsageInvalid } from '../platform/process.ts';
import { alignColumns, type Command, formatTime, withDatabase } from './run-command.ts';

/** Shows the latest entries of the audit log, or verifies the entire log. */
export const command: Command = async (args, { print, signal, env }) => {
  const action = parseArguments(args);
  const configuration = readConfiguration(env);
  await withDatabase(configuration, async (database) => {
    // Reports a missing key before reading the log.
    const masterKeys = loadExistingMasterKeys(configuration.masterKey);
    if (action === 'list') {
      print(tableOf(await listAuditEntries(database, { limit: listedEntryCount })));
      return;
    }
    const serviceKey = createServiceKey();
    await serviceKey.load(database, masterKeys, systemClock);
    print(reportOf(await verify(configuration, database, serviceKey, signal)));
  });
};

const listedEntryCount = 50;

export function parseArguments([verb, ...rest]: string[]): 'list' | 'verify' {
  if (verb === undefined) return 'list';
  if (verb === 'verify' && rest.length === 0) return 'verify';
  throw new UsageInvalid(
    'Use zavet audit to see the latest entries of the audit log, or zavet audit verify to check all of it.',
  );
}

function verify(
  configuration: Configuration,
  database: Database,
  serviceKey: ReturnType<typeof createServiceKey>,
  signal: AbortSignal,
): Promise<AuditVerdict> {
  return withCheckedStorage(configuration, database, (store) =>
    verifyAudit({ database, store, serviceKey, clock: systemClock }, signal),
  );
}

type AuditEntry = Awaited<ReturnType<typeof listAuditEntries>>[number];

function tableOf(entries: AuditEntry[]): string {
  if (entries.length === 0) return 'The audit log is empty.';
  const rows = entries.map((entry) => {
    const facts = JSON.stringify(entry.facts);
    return [
      String(entry.seq),
      formatTime(entry.at),
      entry.actor_kind,
      entry.act,
      entry.owner_id ?? '',
      entry.subject_id ?? '',
      facts === '{}' ? '' : facts,
    ];
  });
  return [
    'The latest entries of the audit log.',
    ...alignColumns([['number', 'when', 'who', 'what', 'owner', 'about', 'facts'], ...rows]),
  ].join('\n');
}

/** Returns the report of a verification. Throws if the log is damaged or a restore lost entries. */
export function reportOf({
  entries,
  fault,
  lost,
  anchored_at,
  foreign_anchors,
}: AuditVerdict): string {
  const notes = [
    ...lost.map(
      ({ from, to, restored_at }) =>
        `${entryRange(from, to)} of the former log went with the restore of an older backup on ${formatTime(restored_at)}.`,
    ),
    ...(foreign_anchors > 0
      ? [`${foreign_anchors} notes under audit/ in the file store are not of this installation.`]
      : []),
  ];
  if (fault) throw new CommandRefused([sentenceOf(fault), ...notes].join('\n'));
  const anchored = anchored_at
    ? `noted outside the database on ${formatTime(anchored_at)}`
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
      return `${entryRange(fault.from, fault.to)} of the audit log were removed.`;
    case 'moved':
      return `Entry ${fault.seq} (${fault.id}) of the audit log does not follow the one before it: it was moved, or the one before was written anew.`;
    case 'changed':
      return `Entry ${fault.seq} (${fault.id}) of the audit log was changed.`;
    case 'forged':
      return `Entry ${fault.seq} (${fault.id}) of the audit log speaks of a restore that did not happen here: it was forged, or brought from another place.`;
    case 'unnumbered':
      return `Entry ${fault.id} of the audit log has no number: it came past the rules of the database.`;
    case 'cut':
      return `The audit log is cut: ${entryRange(fault.from, fault.to)} were there on ${formatTime(fault.seen_at)} and are missing.`;
    case 'rewritten':
      return `Entry ${fault.seq} of the audit log is not the one that was there on ${formatTime(fault.seen_at)}: the log was written anew.`;
    case 'unanchored':
      return 'Nothing outside the database says how far the audit log had come: the notes under audit/ in the file store are missing, or no worker runs.';
  }
}

function entryRange(from: number, to: number): string {
  return from === to ? `Entry ${from}` : `Entries ${from} to ${to}`;
}
