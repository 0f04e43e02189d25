import type { Context } from '../../../context.ts';
import { feature, jobOf, provide } from '../../../feature.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { paymentEffectsOf, reconcilePayments } from '../payments/index.ts';
import { createGiftEffects } from './gifts.ts';
import { processGracePeriods } from './grace-periods.ts';
import { createPlanEffects } from './on-plan-paid.ts';
import { applyOutages } from './outages.ts';
import { planEndsSoon, planMails } from './plan-mails.ts';
import { listOpenNotices } from './plan-repository.ts';
import { giftRoutes, outageRoutes, planRoutes } from './plan-routes.ts';
import { readPlanView } from './read-plan.ts';
import { announcePeriodEnds, endPeriods } from './renewals.ts';

export { endRenewals, giveCustomPlan } from './plan-changes.ts';
export { readPlan } from './plan-repository.ts';
export { planGifts, planNotices } from './plan-tables.ts';
export { releaseAttempts } from './removal-facts.ts';

export const plansFeature = feature({
  name: 'plans',
  routes: (ctx) => [...planRoutes(ctx), ...giftRoutes(ctx), ...outageRoutes(ctx)],
  jobs: [
    jobOf(jobName<object>('run-daily-plan-tasks'), {
      purpose: 'outages, announcements, renewals, ends of plans, removal of files',
      retry: 'quarter_hour',
      expireSeconds: 3_600,
      schedule: '7 * * * *',
      onTimeTravel: async (ctx) => {
        await runDailyPlanTasks(ctx);
        // Checks claimed payments, too. Otherwise a renewal that is still being created would look
        // a day old, and be charged again.
        await reconcilePayments(ctx, { onlyIfDue: false });
        // The renewal of the next day requires accepted notices.
        await sendOpenNotices(ctx);
      },
      run: (ctx, _, signal) => runDailyPlanTasks(ctx, signal),
    }),
  ],
  mails: planMails,
  provides: [
    provide(paymentEffectsOf.purchase, createPlanEffects),
    provide(paymentEffectsOf.renewal, createPlanEffects),
    provide(paymentEffectsOf.gift, createGiftEffects),
  ],
  exports: { plan: readPlanView },
});

/** A failed task is repeated by the next run, an hour later. */
export async function runDailyPlanTasks(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Outages are applied first, so that an extended plan does not end on the same day.
  const tasks = Object.entries({
    apply_outages: applyOutages,
    announce_ends: announcePeriodEnds,
    end_periods: endPeriods,
    end_graces: processGracePeriods,
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
async function sendOpenNotices(ctx: Context): Promise<void> {
  for (const { id } of await listOpenNotices(ctx.database)) {
    const mail = { mail_id: id, ids: { notice_id: id } };
    await sendMail(ctx.mailer, ctx, planEndsSoon, mail);
  }
}
