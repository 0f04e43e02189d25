import type { Logger } from 'pino';
import type { Rows } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.ts';
import { countFailedJobs, readQueueFigures } from '../../../platform/jobs/queue-repository.ts';
import { cachedRead } from '../../../platform/observability/cached-read.ts';
import type { Metric } from '../../../platform/observability/prometheus.ts';
import {
  readAuditLength,
  readBackupAge,
  readHeartbeatAge,
  readLetterMetrics,
  readMailMetrics,
  readStorageMetrics,
} from './metrics-repository.ts';

/** However many ask, a process reads no more often than this. */
const lifetimeMs = 15_000;
/** It takes its time, and grows slowly. */
const storageKeptMs = 10 * 60_000;
/** Together less than a monitor waits for a page. */
const timeoutMs = 4_000;

type Group = (observer: Rows) => Promise<Metric[]>;

/**
 * The figures of the whole service, from the database: words of the program and numbers, nothing of
 * anybody's. A group that cannot be read is left out, and so are all while the database is away.
 */
export function createServiceMetrics(observer: Rows, log: Logger): () => Promise<Metric[]> {
  const readOften = cachedRead(() => readGroups(observer, log, oftenRead), {
    lifetimeMs,
    timeoutMs,
  });
  const readRarely = cachedRead(() => readGroups(observer, log, rarelyRead), {
    lifetimeMs: storageKeptMs,
    timeoutMs,
  });
  return async () => {
    const often = (await readOften()) ?? [];
    // Where the database has just not answered it is not asked for more.
    return often.length === 0 ? [] : [...often, ...((await readRarely()) ?? [])];
  };
}

async function readGroups(
  observer: Rows,
  log: Logger,
  groups: readonly Group[],
): Promise<Metric[]> {
  const read: Metric[] = [];
  for (const group of groups) {
    const figures = await group(observer).catch((error: unknown) => {
      // The others would wait for the same time-out, one after the other.
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ code: 'figures_not_read', err: error }, 'some figures could not be read');
      return [];
    });
    read.push(...figures);
  }
  return read;
}

const single = (name: string, help: string, value: number | null): Metric[] =>
  value === null ? [] : [{ name, help, values: [{ value }] }];

const queues: Group = async (observer) => {
  const found = await readQueueFigures(observer);
  const figure = (name: string, help: string, of: 'waiting' | 'oldest_seconds'): Metric => ({
    name,
    help,
    labels: ['job'],
    values: found.map((one) => ({ value: one[of], labels: { job: one.job } })),
  });
  return [
    figure('zavet_jobs_waiting', 'Jobs that are due and not begun, by kind.', 'waiting'),
    figure(
      'zavet_jobs_oldest_seconds',
      'How long the job has been due that waits longest, by kind.',
      'oldest_seconds',
    ),
    ...single(
      'zavet_jobs_failed',
      'Jobs without tries left, of the last 30 days.',
      await countFailedJobs(observer),
    ),
  ];
};

const letters: Group = async (observer) => {
  const { waiting, unreached, overdue_seconds } = await readLetterMetrics(observer);
  return [
    ...single('zavet_letters_waiting', 'Mails with letters that are to be sent.', waiting),
    ...single('zavet_letters_unreached', 'Mails with letters that do not arrive.', unreached),
    ...single(
      'zavet_letters_overdue_seconds',
      'How long the mail with letters has been due that waits longest.',
      overdue_seconds,
    ),
  ];
};

const mails: Group = async (observer) => {
  const counts = await readMailMetrics(observer);
  return [
    {
      name: 'zavet_mails_last_day',
      help: 'Mails of the last day in all processes, by what mail servers said.',
      labels: ['outcome'],
      values: Object.entries(counts).map(([outcome, value]) => ({ value, labels: { outcome } })),
    },
  ];
};

const oftenRead: readonly Group[] = [
  queues,
  letters,
  mails,
  async (observer) =>
    single(
      'zavet_worker_sign_age_seconds',
      'Seconds since a worker last gave a sign.',
      await readHeartbeatAge(observer),
    ),
  async (observer) =>
    single('zavet_audit_entries', 'Entries of the audit log.', await readAuditLength(observer)),
  async (observer) =>
    single(
      'zavet_backup_age_seconds',
      'Seconds since the last backup; missing if none was ever made.',
      await readBackupAge(observer),
    ),
];

const rarelyRead: readonly Group[] = [
  async (observer) =>
    single(
      'zavet_stored_bytes',
      'Bytes of files that owners keep, every ten minutes; of many owners an estimate.',
      (await readStorageMetrics(observer)).used_bytes,
    ),
];
