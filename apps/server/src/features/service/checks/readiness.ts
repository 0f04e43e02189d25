import type { NotReadyReason } from '@zavet/contract/service/service-endpoints';
import { perContext } from '../../../context.ts';
import { hasPendingMigrations, knownMigrations } from '../../../platform/database/migrate.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { isStorageFull } from '../../../platform/file-storage/storage-full.ts';
import { migrationsFolder } from '../../../platform/installation.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { type ProcessState, reasonsAgainstReady } from './checks.ts';

/** Over connections of their own, where the process is watched: many callers are no outage. */
export const probes = perContext(({ observer, database, store }) => {
  const known = knownMigrations(migrationsFolder);
  return createProbes({ isBehind: () => hasPendingMigrations(observer ?? database, known), store });
});

interface Watched {
  probes: Probes;
  masterKeys: Pick<MasterKeys, 'isPresent'>;
  jobs: Pick<JobQueue, 'isInService'>;
}

export interface Readiness {
  /** Empty when this process can take work. */
  reasonsAgainst(): Promise<NotReadyReason[]>;
  /**
   * Only what distinguishes it from other processes, and without waiting: where all of them miss
   * something, turning away from each would make a disturbance of one part an outage of everything.
   */
  ownReasonsAgainst(): NotReadyReason[];
  /** From now on it is not ready. */
  stop(): void;
}

const longestMs = 3_000;

/** Several proxies may ask every second. */
const databaseLimits = { keptMs: 1_000, longestMs };

/** Every probe is a request to the store, or a file. */
const storeLimits = { keptMs: 10_000, longestMs };

export function createReadiness({ probes, masterKeys, jobs }: Watched): Readiness {
  let hasStarted = false;
  let isStopping = false;

  const stateWith = (
    database: ProcessState['database'],
    store: ProcessState['store'],
  ): ProcessState => ({
    ...{ isStopping, hasStarted, database, store },
    isReady: jobs.isReady(),
    hasMasterKey: masterKeys.isPresent(),
    isStorageFull: false,
  });
  const noteStart = () => {
    hasStarted ||= jobs.isReady();
  };

  return {
    stop: () => {
      isStopping = true;
    },
    ownReasonsAgainst: () => {
      noteStart();
      return reasonsAgainstReady(stateWith('works', 'works'), true);
    },
    reasonsAgainst: async () => {
      if (isStopping) return ['stopping'];
      noteStart();
      const [database, store] = await Promise.all([
        probes.database(databaseLimits),
        // During the start the store cannot be told from a foreign one: that takes the database.
        hasStarted ? probes.store(storeLimits) : ('works' as const),
      ]);
      return reasonsAgainstReady(stateWith(database, store));
    },
  };
}

export const readiness = perContext((ctx) =>
  createReadiness({ probes: probes(ctx), masterKeys: ctx.masterKeys, jobs: ctx.jobs }),
);

interface Limits {
  /** An outcome is repeated for this long. */
  keptMs: number;
  /** A probe that takes longer has failed. */
  longestMs: number;
}

type Probe<T> = (limits: Limits) => Promise<T>;

/**
 * A probe for any number of callers: one at a time, its outcome is kept for a moment. While one hangs
 * no other is started, and no caller waits longer than `longestMs`.
 */
export function cachedProbe<T>(
  look: () => Promise<T>,
  failed: (error: unknown) => T,
  now = () => performance.now(),
): Probe<T> {
  let known: { outcome: T; at: number } | undefined;
  let looking: Promise<T> | undefined;

  const keep = (outcome: T) => {
    known = { outcome, at: now() };
    return outcome;
  };
  const begin = () => {
    const begun = look()
      .then(keep, (error: unknown) => keep(failed(error)))
      .finally(() => {
        looking = undefined;
      });
    looking = begun;
    return begun;
  };

  return async ({ keptMs, longestMs }) => {
    if (known && now() - known.at < keptMs) return known.outcome;
    const { promise: late, resolve } = Promise.withResolvers<T>();
    const timer = setTimeout(() => resolve(keep(failed(new Error('timed out')))), longestMs);
    return Promise.race([looking ?? begin(), late]).finally(() => clearTimeout(timer));
  };
}

interface Probed {
  /** Throws while the database does not answer; true while it lacks a migration. */
  isBehind(): Promise<boolean>;
  store: Pick<ObjectStore, 'probe'>;
}

interface Probes {
  database: Probe<ProcessState['database']>;
  store: Probe<ProcessState['store']>;
}

export function createProbes({ isBehind: isAfterCursor, store }: Probed): Probes {
  return {
    database: cachedProbe(
      async () => ((await isAfterCursor()) ? 'behind' : 'works'),
      () => 'away',
    ),
    store: cachedProbe(
      () => store.probe().then(() => 'works'),
      (error) => (isStorageFull(error) ? 'full' : 'away'),
    ),
  };
}
