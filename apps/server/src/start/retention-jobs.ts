import { sendWaitingWarnings } from '../features/service/retention/absence/send-waiting-warnings.ts';
import { watchAbsentOwners } from '../features/service/retention/absence/watch-absent-owners.ts';
import { endHandovers } from '../features/service/retention/end-handovers.ts';
import type { RetentionDeps } from '../features/service/retention/retention-deps.ts';
import { runRetention } from '../features/service/retention/run-retention.ts';
import { jobName } from '../platform/jobs/job.ts';
import type { MailPost } from '../platform/mail/send-mail.ts';
import { row, type TableJob } from './job-row.ts';

interface RetentionJobDeps {
  post: MailPost;
  retention: RetentionDeps;
}

/** What ends data whose time is over. Each of them leaves a record of what it removed. */
export function retentionJobs({ post, retention }: RetentionJobDeps): TableJob[] {
  return [
    row(jobName<object>('run-retention'), {
      purpose: 'ends what has run out: sessions, logs, links, requests, payments, papers',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 4 * * *',
      whenDaysPass: 'waits',
      run: (_, signal) => runRetention(retention, signal),
    }),
    row(jobName<object>('end-handovers'), {
      purpose: 'a year after a release: ends what was handed over, then the data of the contacts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '50 4 * * *',
      whenDaysPass: 'runs',
      run: (_, signal) => endHandovers(retention, signal),
    }),
    row(jobName<object>('watch-absent-owners'), {
      purpose: 'warns owners who have not signed in for almost three years, then removes accounts',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '20 6 * * *',
      whenDaysPass: async () => {
        await watchAbsentOwners(retention);
        // The days before the next warning begin when it was taken.
        await sendWaitingWarnings(post, retention);
      },
      run: (_, signal) => watchAbsentOwners(retention, signal),
    }),
  ];
}
