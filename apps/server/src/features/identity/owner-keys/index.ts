import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { ownerKeyTable } from './owner-key-repository.ts';
import { rewrapKeysByJob } from './rewrap-keys.ts';

export { assertMasterKeysSuffice } from './check-keys.ts';
export { wrappedKeyColumns, wrappedKeySql } from './owner-key-repository.ts';
export { ownerKeys } from './owner-key-tables.ts';

export const ownerKeysFeature = feature({
  name: 'owner-keys',
  jobs: [
    jobOf(jobName<object>('rewrap-keys'), {
      // Also rewraps keys that other servers create before they read the new master key.
      purpose: 'wraps keys with the newest master key',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '*/10 * * * *',
      onTimeTravel: 'waits',
      run: (ctx, _, signal) => rewrapKeysByJob(ctx, signal),
    }),
  ],
  keyTables: { owners: ownerKeyTable },
});
