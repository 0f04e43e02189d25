import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import type { PaymentParts } from '../payments/payments-face.ts';
import { announceEnds, planNoticeJob } from './announce-ends.ts';
import { applyOutages } from './apply-outages.ts';
import { endGraces } from './end-graces.ts';
import { endPeriods } from './end-periods.ts';
import { planMailJob } from './plan-mail.ts';
import type { PlanParts } from './plan-parts.ts';
import { sendNotice } from './send-notice.ts';
import { sendPlanMail } from './send-plan-mail.ts';

/** Everything that comes with the days: outages, announcements, periods, graces. */
const turnPlansJob = jobName<object>('turn-plans');

export async function turnPlans(parts: PlanParts, payments: PaymentParts): Promise<void> {
  // An extended plan must not end today, so outages come first.
  const steps = [
    () => applyOutages(parts),
    () => announceEnds(parts, payments),
    () => endPeriods(parts, payments),
    () => endGraces(parts),
  ];
  for (const step of steps) {
    await step().catch((error) => parts.log.error({ err: error }, 'a part of the day failed'));
  }
}

export function planJobs(parts: PlanParts, payments: PaymentParts): Job[] {
  return [
    job(turnPlansJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 3_600,
      schedule: '7 * * * *',
      run: () => turnPlans(parts, payments),
    }),
    job(planMailJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: (order) => sendPlanMail(parts, order),
    }),
    job(planNoticeJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: ({ notice_id }) => sendNotice(parts, payments, notice_id),
    }),
  ];
}
