import type { PaymentDeps } from '../payments/index.ts';
import { announceEnds } from './announce-ends.ts';
import { applyOutages } from './apply-outages.ts';
import { endGraces } from './end-graces.ts';
import { endPeriods } from './end-periods.ts';
import type { PlanDeps } from './plan-deps.ts';

/** Everything that comes with the days. A task that fails is done by the next run, an hour later. */
export async function runDailyPlanTasks(deps: PlanDeps, payments: PaymentDeps): Promise<void> {
  const tasks = {
    // An extended plan must not end today, so outages come first.
    apply_outages: () => applyOutages(deps),
    announce_ends: () => announceEnds(deps, payments),
    end_periods: () => endPeriods(deps, payments),
    end_graces: () => endGraces(deps),
  };
  for (const [task, run] of Object.entries(tasks)) {
    await run().catch((error) =>
      deps.log.error(
        { code: 'daily_plan_task_failed', task, err: error },
        'a daily task of the plans failed and is tried again with the next hour',
      ),
    );
  }
}
