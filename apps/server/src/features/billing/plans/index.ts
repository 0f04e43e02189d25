import { feature, jobOf, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { paymentEffectsOf } from '../payments/index.ts';
import { runDailyPlanTasks, sendOpenNotices } from './daily-tasks.ts';
import { createGiftEffects } from './gifts.ts';
import { createPlanEffects } from './on-plan-paid.ts';
import { planMails } from './plan-mails.ts';
import { readPlanView } from './read-plan.ts';
import { giftRoutes, outageRoutes, planRoutes } from './routes.ts';

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
