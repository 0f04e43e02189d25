import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { endGraces } from './grace-periods.ts';
import { applyOutages } from './outages.ts';
import { noticeMail } from './plan-mails.ts';
import { listOpenNotices } from './plan-repository.ts';
import { announceEnds, endPeriods } from './renewals.ts';

/** A failed task is repeated by the next run, an hour later. */
export async function runDailyPlanTasks(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Outages first: an extended plan must not end on the same day.
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
        'a daily task of the plans failed and is repeated in an hour',
      ),
    signal,
  });
}

/** Sends pending notices immediately, for time travel. */
export async function sendOpenNotices(ctx: Context): Promise<void> {
  for (const { id, amount_kopecks } of await listOpenNotices(ctx.database)) {
    const mail = { mail_id: id, ids: { notice_id: id } };
    await sendMail(ctx.mailer, ctx, noticeMail({ amount_kopecks }), mail);
  }
}
