import type { Logger } from 'pino';
import type { Rows } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.ts';
import { countFailedJobs, readQueueFigures } from '../../../platform/jobs/queue-repository.ts';
import { cachedRead } from '../../../platform/observability/cached-read.ts';
import type { Metric } from '../../../platform/observability/prometheus.ts';
import {
  readAuditLength,
  readHeartbeatAge,
  readLastBackup,
  readLetterMetrics,
  readMailMetrics,
  readStorageMetrics,
} from './metrics-repository.ts';

/** Limits reads per process, regardless of the number of requests. */
const lifetimeMs = 15_000;
/** Expensive, and changes slowly. */
const storageLifetimeMs = 10 * 60_000;
/** Both reads together stay below the timeout of a monitor. */
const timeoutMs = 4_000;

type Group = (observer: Rows) => Promise<Metric[]>;

/**
 * Metrics of the whole service from the database, without user data. Omits groups that cannot be read;
 * returns none while the database is unavailable.
 */
export function createServiceMetrics(observer: Rows, log: Logger): () => Promise<Metric[]> {
  const readFrequent = cachedRead(() => readGroups(observer, log, frequentGroups), {
    lifetimeMs,
    timeoutMs,
  });
  const readStorage = cachedRead(() => readGroups(observer, log, storageGroups), {
    lifetimeMs: storageLifetimeMs,
    timeoutMs,
  });
  return async () => {
    const frequent = (await readFrequent()) ?? [];
    // The database is unavailable: skip the second read.
    return frequent.length === 0 ? [] : [...frequent, ...((await readStorage()) ?? [])];
  };
}

async function readGroups(
  observer: Rows,
  log: Logger,
  groups: readonly Group[],
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const group of groups) {
    const found = await group(observer).catch((error: unknown) => {
      // Other groups would wait for the same timeout.
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ code: 'figures_not_read', err: error }, 'some metrics could not be read');
      return [];
    });
    metrics.push(...found);
  }
  return metrics;
}

const single = (name: string, help: string, value: number | null): Metric[] =>
  value === null ? [] : [{ name, help, values: [{ value }] }];

const queues: Group = async (observer) => {
  const found = await readQueueFigures(observer);
  const perJob = (name: string, help: string, of: 'waiting' | 'oldest_seconds'): Metric => ({
    name,
    help,
    labels: ['job'],
    values: found.map((one) => ({ value: one[of], labels: { job: one.job } })),
  });
  return [
    perJob('zavet_jobs_waiting', 'Jobs that are due but not started, by kind.', 'waiting'),
    perJob(
      'zavet_jobs_oldest_seconds',
      'Age of the longest overdue job, by kind.',
      'oldest_seconds',
    ),
    ...single(
      'zavet_jobs_failed',
      'Permanently failed jobs of the last 30 days.',
      await countFailedJobs(observer),
    ),
  ];
};

const letters: Group = async (observer) => {
  const { waiting, unreached, overdue_seconds } = await readLetterMetrics(observer);
  return [
    ...single('zavet_letters_waiting', 'Mails with letters to be sent.', waiting),
    ...single(
      'zavet_letters_unreached',
      'Mails with letters that could not be delivered.',
      unreached,
    ),
    ...single(
      'zavet_letters_overdue_seconds',
      'Age of the longest overdue mail with letters.',
      overdue_seconds,
    ),
  ];
};

const mails: Group = async (observer) => {
  const counts = await readMailMetrics(observer);
  return [
    {
      name: 'zavet_mails_last_day',
      help: 'Mails of the last day in all processes, by reply of the mail server.',
      labels: ['outcome'],
      values: Object.entries(counts).map(([outcome, value]) => ({ value, labels: { outcome } })),
    },
  ];
};

const frequentGroups: readonly Group[] = [
  queues,
  letters,
  mails,
  async (observer) =>
    single(
      'zavet_worker_heartbeat_age_seconds',
      'Seconds since the last worker heartbeat.',
      await readHeartbeatAge(observer),
    ),
  async (observer) =>
    single('zavet_audit_entries', 'Entries of the audit log.', await readAuditLength(observer)),
  async (observer) => {
    const last = await readLastBackup(observer);
    const help = 'missing without a backup.';
    return [
      ...single(
        'zavet_backup_age_seconds',
        `Seconds since the last backup; ${help}`,
        last?.age_seconds ?? null,
      ),
      ...single(
        'zavet_backup_lost_files',
        `Files that the object store lacked at the last backup; ${help}`,
        last?.lost_files ?? null,
      ),
    ];
  },
];

const storageGroups: readonly Group[] = [
  async (observer) =>
    single(
      'zavet_stored_bytes',
      'Bytes of stored files, updated every ten minutes; an estimate for many owners.',
      (await readStorageMetrics(observer)).used_bytes,
    ),
];
