import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.ts';
import { countFailedJobs, readQueueMetrics } from '../../../platform/jobs/queue-repository.ts';
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
/** Expensive to read, and changes slowly. */
const storageLifetimeMs = 10 * 60_000;
/** Both reads together stay below the timeout of a monitor. */
const timeoutMs = 4_000;

type MetricGroup = (observer: Queryable) => Promise<Metric[]>;

/**
 * Metrics of the whole service from the database, without user data. Omits groups that cannot be
 * read; returns none while the database is unavailable.
 */
export function createServiceMetrics(observer: Queryable, log: Logger): () => Promise<Metric[]> {
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
  observer: Queryable,
  log: Logger,
  groups: readonly MetricGroup[],
): Promise<Metric[]> {
  const metrics: Metric[] = [];
  for (const group of groups) {
    const found = await group(observer).catch((error: unknown) => {
      // Reading the other groups would wait for the same timeout.
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ code: 'metrics_not_read', err: error }, 'some metrics could not be read');
      return [];
    });
    metrics.push(...found);
  }
  return metrics;
}

const singleValue = (name: string, help: string, value: number | null): Metric[] =>
  value === null ? [] : [{ name, help, values: [{ value }] }];

const queueMetrics: MetricGroup = async (observer) => {
  const found = await readQueueMetrics(observer);
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
    ...singleValue(
      'zavet_jobs_failed',
      'Permanently failed jobs of the last 30 days.',
      await countFailedJobs(observer),
    ),
  ];
};

const letterMetrics: MetricGroup = async (observer) => {
  const { waiting, unreached, overdue_seconds } = await readLetterMetrics(observer);
  return [
    ...singleValue('zavet_letters_waiting', 'Mails with letters to be sent.', waiting),
    ...singleValue(
      'zavet_letters_unreached',
      'Mails with letters that could not be delivered.',
      unreached,
    ),
    ...singleValue(
      'zavet_letters_overdue_seconds',
      'Age of the longest overdue mail with letters.',
      overdue_seconds,
    ),
  ];
};

const mailMetrics: MetricGroup = async (observer) => {
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

const frequentGroups: readonly MetricGroup[] = [
  queueMetrics,
  letterMetrics,
  mailMetrics,
  async (observer) =>
    singleValue(
      'zavet_worker_heartbeat_age_seconds',
      'Seconds since the last worker heartbeat.',
      await readHeartbeatAge(observer),
    ),
  async (observer) =>
    singleValue(
      'zavet_audit_entries',
      'Entries of the audit log.',
      await readAuditLength(observer),
    ),
  async (observer) => {
    const last = await readLastBackup(observer);
    const help = 'missing without a backup.';
    return [
      ...singleValue(
        'zavet_backup_age_seconds',
        `Seconds since the last backup; ${help}`,
        last?.age_seconds ?? null,
      ),
      ...singleValue(
        'zavet_backup_lost_files',
        `Files that the object store lacked at the last backup; ${help}`,
        last?.lost_files ?? null,
      ),
    ];
  },
];

const storageGroups: readonly MetricGroup[] = [
  async (observer) =>
    singleValue(
      'zavet_stored_bytes',
      'Bytes of stored files, updated every ten minutes; an estimate for many owners.',
      (await readStorageMetrics(observer)).used_bytes,
    ),
];
