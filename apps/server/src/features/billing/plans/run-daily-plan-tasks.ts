import type { Context } from '../../../context.ts';
import { announceEnds } from './announce-ends.ts';
import { applyOutages } from './apply-outages.ts';
import { endGraces } from './end-graces.ts';
import { endPeriods } from './end-periods.ts';

/** Everything that comes with the days. A task that fails is done by the next run, an hour later. */
export async function runDailyPlanTasks(ctx: Context): Promise<void> {
  const tasks = {
    // An extended plan must not end today, so outages come first.
    apply_outages: () => applyOutages(ctx),
    announce_ends: () => announceEnds(ctx),
    end_periods: () => endPeriods(ctx),
    end_graces: () => endGraces(ctx),
  };
  for (const [task, run] of Object.entries(tasks)) {
    await run().catch((error) =>
      ctx.log.error(
        { code: 'daily_plan_task_failed', task, err: error },
        'a daily task of the plans failed and is tried again with the next hour',
      ),
    );
  }
}
