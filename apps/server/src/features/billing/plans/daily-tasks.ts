import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { endGraces } from './grace-periods.ts';
import { applyOutages } from './outages.ts';
import { noticeMail } from './plan-mails.ts';
import { listOpenNotices } from './plan-repository.ts';
import { announceEnds, endPeriods } from './renewals.ts';

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

/** Sends immediately what waits for its job, for days that pass faster than jobs run. */
export async function sendOpenNotices(ctx: Context): Promise<void> {
  for (const { id, amount_kopecks } of await listOpenNotices(ctx.database)) {
    const order = { mail_id: id, ids: { notice_id: id } };
    await sendMail(ctx.mailer, ctx, noticeMail({ amount_kopecks }), order);
  }
}
