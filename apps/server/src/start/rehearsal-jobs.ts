import { checkAddresses, checkAddressesJob } from '../features/protocol/rehearsal/check-addresses.ts';
import { endRehearsals } from '../features/protocol/rehearsal/end-rehearsal.ts';
import type { RehearsalDeps } from '../features/protocol/rehearsal/rehearsal-deps.ts';
import { remindToRehearse } from '../features/protocol/rehearsal/remind-to-rehearse.ts';
import { jobName } from '../platform/jobs/job.ts';
import { row, type TableJob } from './job-row.ts';

/** What follows the start of a rehearsal, and what recalls it to owners. */
export function rehearsalJobs(deps: RehearsalDeps): TableJob[] {
  return [
    row(checkAddressesJob, {
      purpose: 'looks whether the domains of further recipients take mail',
      retry: 'hour',
      expireSeconds: 1_800,
      run: ({ rehearsal_id }, signal) => checkAddresses(deps, rehearsal_id, signal),
    }),
    row(jobName<object>('end-rehearsals'), {
      purpose: 'ends rehearsals after 14 days, or when a protocol was started',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '40 10 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => endRehearsals(deps, signal),
    }),
    row(jobName<object>('remind-to-rehearse'), {
      purpose: 'reminds owners who have not held a rehearsal for a year',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 11 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => remindToRehearse(deps, signal),
    }),
  ];
}
