import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import { reportUnreachedJob, sendDeliveriesJob } from './delivery/delivery-orders.ts';
import { keepDelivering, sendOverdue } from './delivery/keep-delivering.ts';
import { remindOfExpiringLinks } from './delivery/remind-of-expiring-links.ts';
import { reportUnreached } from './delivery/report-unreached.ts';
import type { ProtocolDeps } from './protocol-deps.ts';

const sendOverdueJob = jobName<object>('send-overdue-deliveries');
const remindOfExpiringLinksJob = jobName<object>('recall-delivery-links');

/** How long a single mail is tried is the delivery's affair; the job itself must never be lost. */
const untiring = { limit: 10_000, firstPauseSeconds: 1, longestPauseSeconds: 30 };
const patient = { limit: 200, firstPauseSeconds: 10, longestPauseSeconds: 3_600 };
const once = { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 };

export function protocolJobs(deps: ProtocolDeps): Job[] {
  return [
    job(sendDeliveriesJob, {
      retry: untiring,
      // A mail server that hangs on one owner's letters must not hold up the others'.
      lanes: 4,
      expireSeconds: 900,
      run: ({ activation_id }, signal) => keepDelivering(deps, activation_id, signal),
    }),
    job(sendOverdueJob, {
      retry: once,
      expireSeconds: 1800,
      schedule: '* * * * *',
      run: (_, signal) => sendOverdue(deps, signal),
    }),
    job(reportUnreachedJob, {
      retry: patient,
      expireSeconds: 120,
      run: ({ activation_id }) => reportUnreached(deps, activation_id),
    }),
    job(remindOfExpiringLinksJob, {
      retry: patient,
      expireSeconds: 600,
      schedule: '20 5 * * *',
      run: () => remindOfExpiringLinks(deps),
    }),
  ];
}
