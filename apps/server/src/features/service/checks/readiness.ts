import type { NotReadyReason } from '@zavet/contract/service/service-endpoints';
import { perContext } from '../../../context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { hasPendingMigrations, knownMigrations } from '../../../platform/database/migrate.ts';
import { readHeartbeat } from '../../../platform/downtime/interruption-repository.ts';
import { areSchedulesRunning } from '../../../platform/downtime/interruption-rules.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { isStorageFull } from '../../../platform/file-storage/storage-full.ts';
import { migrationsFolder } from '../../../platform/installation.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { PostponedMails } from '../../../platform/mail/open-mail.ts';
import { type ProcessState, reasonsAgainstReady } from './checks.ts';

/** The observer has its own connections, so that a busy pool does not look like an outage. */
export const probes = perContext(({ observer, database, store, config }) => {
  const known = knownMigrations(migrationsFolder);
  const connection = observer ?? database;
  return createProbes({
    isBehind: () => hasPendingMigrations(connection, known),
    hasSchedules: async () => !config.runsJobs || hasRecentHeartbeat(connection),
    store,
  });
});

/** Grace period, because the first heartbeat is recorded up to a minute after the start. */
const startGraceMs = 5 * 60 * 1000;

async function hasRecentHeartbeat(database: Queryable): Promise<boolean> {
  // Milliseconds since the start of the process.
  if (performance.now() < startGraceMs) return true;
  const heartbeat = await readHeartbeat(database);
  return heartbeat !== undefined && areSchedulesRunning(heartbeat);
}

interface ReadinessSources {
  probes: Probes;
  masterKeys: Pick<MasterKeys, 'isPresent'>;
  jobs: Pick<JobQueue, 'isReady'>;
  postponedMails: Pick<PostponedMails, 'isStuck'>;
}

export interface Readiness {
  /** Reasons why this process is not ready; empty if it is ready. */
  reasonsAgainst(): Promise<NotReadyReason[]>;
  /**
   * Excludes failures of shared services, because a proxy would take all processes out of service.
   */
  ownReasonsAgainst(): NotReadyReason[];
  stop(): void;
}

const timeoutMs = 3_000;

/** Several proxies may probe every second. */
const databaseLimits = { maxAgeMs: 1_000, timeoutMs };

/** A probe costs a request to the store. */
const storeLimits = { maxAgeMs: 10_000, timeoutMs };

export function createReadiness({
  probes,
  masterKeys,
  jobs,
  postponedMails,
}: ReadinessSources): Readiness {
  let hasStarted = false;
  let isStopping = false;

  const stateWith = (
    database: ProcessState['database'],
    store: ProcessState['store'],
  ): ProcessState => ({
    ...{ isStopping, hasStarted, database, store },
    isReady: jobs.isReady(),
    hasMasterKey: masterKeys.isPresent(),
    isMailStuck: postponedMails.isStuck(),
    isStorageFull: false,
  });
  const updateStart = () => {
    hasStarted ||= jobs.isReady();
  };

  return {
    stop: () => {
      isStopping = true;
    },
    ownReasonsAgainst: () => {
      updateStart();
      return reasonsAgainstReady(stateWith('works', 'works'), true);
    },
    reasonsAgainst: async () => {
      if (isStopping) return ['stopping'];
      updateStart();
      const [database, store] = await Promise.all([
        probes.database(databaseLimits),
        // Before the start, the identity of the store is unknown.
        hasStarted ? probes.store(storeLimits) : ('works' as const),
      ]);
      return reasonsAgainstReady(stateWith(database, store));
    },
  };
}

export const readiness = perContext((ctx) => createReadiness({ ...ctx, probes: probes(ctx) }));

interface Limits {
  /** Maximum age of a cached outcome. */
  maxAgeMs: number;
  timeoutMs: number;
}

type Probe<T> = (probeLimits: Limits) => Promise<T>;

/** Runs one probe at a time for any number of callers, and caches the outcome. */
export function createCachedProbe<T>(
  run: () => Promise<T>,
  failed: (error: unknown) => T,
  now = () => performance.now(),
): Probe<T> {
  let cached: { outcome: T; at: number } | undefined;
  let running: Promise<T> | undefined;

  const keep = (outcome: T) => {
    cached = { outcome, at: now() };
    return outcome;
  };
  const start = () => {
    const started = run()
      .then(keep, (error: unknown) => keep(failed(error)))
      .finally(() => {
        running = undefined;
      });
    running = started;
    return started;
  };

  return async ({ maxAgeMs, timeoutMs }) => {
    if (cached && now() - cached.at < maxAgeMs) return cached.outcome;
    const { promise: timeout, resolve } = Promise.withResolvers<T>();
    const timer = setTimeout(() => resolve(keep(failed(new Error('timed out')))), timeoutMs);
    return Promise.race([running ?? start(), timeout]).finally(() => clearTimeout(timer));
  };
}

interface ProbeSources {
  /** True while a migration is missing; throws while the database is unreachable. */
  isBehind(): Promise<boolean>;
  /** False if this process should run scheduled jobs, and none have run for minutes. */
  hasSchedules(): Promise<boolean>;
  store: Pick<ObjectStore, 'probe'>;
}

interface Probes {
  database: Probe<ProcessState['database']>;
  store: Probe<ProcessState['store']>;
}

export function createProbes({ isBehind, hasSchedules, store }: ProbeSources): Probes {
  return {
    database: createCachedProbe(
      async () => {
        if (await isBehind()) return 'behind';
        return (await hasSchedules()) ? 'works' : 'unscheduled';
      },
      () => 'away',
    ),
    store: createCachedProbe(
      () => store.probe().then(() => 'works'),
      (error) => (isStorageFull(error) ? 'full' : 'away'),
    ),
  };
}
