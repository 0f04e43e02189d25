import { type Job, job, jobName } from '../../platform/jobs/job.ts';
import type { PaymentDeps } from '../payments/public.ts';
import { announceEnds } from './announce-ends.ts';
import { applyOutages } from './apply-outages.ts';
import { endGraces } from './end-graces.ts';
import { endPeriods } from './end-periods.ts';
import type { PlanDeps } from './plan-deps.ts';

/** Everything that comes with the days: outages, announcements, periods, graces. */
const runDailyPlanTasksJob = jobName<object>('turn-plans');

export async function runDailyPlanTasks(deps: PlanDeps, payments: PaymentDeps): Promise<void> {
  // An extended plan must not end today, so outages come first.
  const steps = [
    () => applyOutages(deps),
    () => announceEnds(deps, payments),
    () => endPeriods(deps, payments),
    () => endGraces(deps),
  ];
  for (const step of steps) {
    await step().catch((error) => deps.log.error({ err: error }, 'a part of the day failed'));
  }
}

export function planJobs(deps: PlanDeps, payments: PaymentDeps): Job[] {
  return [
    job(runDailyPlanTasksJob, {
      retry: { limit: 3, firstPauseSeconds: 60, longestPauseSeconds: 600 },
      expireSeconds: 3_600,
      schedule: '7 * * * *',
      run: () => runDailyPlanTasks(deps, payments),
    }),
  ];
}
