import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { MasterKeys } from '../../platform/encryption/master-keys.ts';
import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { rewrapKeys } from './rewrap-keys.ts';

export function vaultJobs(database: Database, masterKeys: MasterKeys, log: Logger): Job[] {
  return [
    job(jobName<object>('rewrap-keys'), {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 3_600,
      // Catches keys that a server made while it had not yet noticed the new master key.
      schedule: '*/10 * * * *',
      run: async () => {
        const { damaged } = await rewrapKeys(database, masterKeys);
        if (damaged.length > 0) log.error({ user_ids: damaged }, 'keys do not open');
      },
    }),
  ];
}
