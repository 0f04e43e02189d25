import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { announceEnds } from './announce-ends.ts';
import { applyOutages } from './apply-outages.ts';
import { endGraces } from './end-graces.ts';
import { endPeriods } from './end-periods.ts';

/** Everything that comes with the days. A task that fails is done by the next run, an hour later. */
export async function runDailyPlanTasks(ctx: Context, signal?: AbortSignal): Promise<void> {
  // An extended plan must not end today, so outages come first.
  const tasks = Object.entries({
    apply_outages: applyOutages,
    announce_ends: announceEnds,
    end_periods: endPeriods,
    end_graces: endGraces,
  });
  await forEachDue<(typeof tasks)[number]>({
    list: async () => tasks,
    handle: ([_, run]) => run(ctx, signal),
    failed: ([task], err) =>
      ctx.log.error(
        { code: 'daily_plan_task_failed', task, err },
        'a daily task of the plans failed and is tried again with the next hour',
      ),
    signal,
  });
}
