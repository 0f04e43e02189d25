import type { NotReadyReason } from '@zavet/contract/setup/health-endpoints';
import { perContext } from '../../../context.ts';
import type { MasterKeys } from '../../../platform/encryption/master-keys.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import { type ProcessState, reasonsAgainstReady } from './checks.ts';
import { type Probes, probes } from './probes.ts';

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
    isInService: jobs.isInService(),
    hasMasterKey: masterKeys.isPresent(),
    isStorageFull: false,
  });
  const noteStart = () => {
    hasStarted ||= jobs.isInService();
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
