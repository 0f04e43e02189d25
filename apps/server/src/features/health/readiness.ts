import type { NotReadyReason } from '@zavet/contract/setup/health-endpoints';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import type { ObjectStore } from '../../platform/file-storage/object-store.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
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
  /** From now on it is not, whatever works. */
  stop(): void;
}

const longestMs = 3_000;
/** Several proxies may ask every second. */
const databaseKeptMs = 1_000;
/** Every look is a request to the store, or a file. */
const storeKeptMs = 10_000;

/** Whether others may send work to this process. */
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

  return {
    stop: () => {
      isStopping = true;
    },
    reasonsAgainst: async () => {
      if (isStopping) return ['stopping'];
      hasServed ||= jobs.isInService();
      const [isDatabaseThere, isStoreThere] = await Promise.all([
        databaseWorks(),
        // While it starts, the store cannot be told from one that is not ours: that takes the database.
        hasServed ? storeWorks() : true,
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
      return (Object.keys(against) as NotReadyReason[]).filter((reason) => against[reason]);
    },
  };
}
