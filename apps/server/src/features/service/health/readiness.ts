import type { NotReadyReason } from '@zavet/contract/setup/health-endpoints';
import { perContext } from '../../../context.ts';
import { knownMigrations, migrationCheck } from '../../../platform/database/migrate.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../../../platform/file-storage/object-store.ts';
import { migrationsFolder } from '../../../platform/folders.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { keptProbe } from './kept-probe.ts';

export interface ReadinessDeps {
  /** Throws while the database does not answer; false while it lacks a migration. */
  isMigrated(): Promise<boolean>;
  masterKeys: Pick<MasterKeys, 'isPresent'>;
  store: Pick<ObjectStore, 'probe'>;
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
  /** From now on it is not, whatever works. */
  stop(): void;
}

const longestMs = 3_000;
/** Several proxies may ask every second. */
const databaseKeptMs = 1_000;
/** Every look is a request to the store, or a file. */
const storeKeptMs = 10_000;

export function createReadiness({ isMigrated, masterKeys, store, jobs }: ReadinessDeps): Readiness {
  let isBehind = false;
  const databaseWorks = keptProbe(
    async () => {
      isBehind = !(await isMigrated());
      return true;
    },
    { keptMs: databaseKeptMs, longestMs },
  );
  const storeWorks = keptProbe(() => store.probe().then(() => true), {
    keptMs: storeKeptMs,
    longestMs,
  });
  let hasServed = false;
  let isStopping = false;

  const hasStarted = () => {
    hasServed ||= jobs.isInService();
    return hasServed;
  };

  return {
    stop: () => {
      isStopping = true;
    },
    ownReasonsAgainst: () => {
      const against: Partial<Record<NotReadyReason, boolean>> = {
        stopping: isStopping,
        starting: !hasStarted(),
        key: !masterKeys.isPresent(),
      };
      return holding(against);
    },
    reasonsAgainst: async () => {
      if (isStopping) return ['stopping'];
      const [isDatabaseThere, isStoreThere] = await Promise.all([
        databaseWorks(),
        // While it starts, the store cannot be told from one that is not ours: that takes the database.
        hasStarted() ? storeWorks() : true,
      ]);
      const isInService = jobs.isInService();
      const against: Record<NotReadyReason, boolean> = {
        // It may have been told while the others were being asked.
        stopping: isStopping,
        starting: !hasServed,
        database: !isDatabaseThere,
        migrations: isDatabaseThere && isBehind,
        key: !masterKeys.isPresent(),
        object_store: !isStoreThere,
        queue: hasServed && !isInService,
      };
      return holding(against);
    },
  };
}

function holding(against: Partial<Record<NotReadyReason, boolean>>): NotReadyReason[] {
  return (Object.keys(against) as NotReadyReason[]).filter((reason) => against[reason]);
}

/** Whether others may send work to this process. */
export const readiness = perContext(({ database, observer, masterKeys, store, jobs }) =>
  createReadiness({
    isMigrated: migrationCheck(observer ?? database, knownMigrations(migrationsFolder)),
    ...{ masterKeys, store, jobs },
  }),
);
