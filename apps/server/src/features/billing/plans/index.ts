import { feature, jobOf, provide } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { paymentEffectsOf } from '../payments/index.ts';
import { planMails, planNoticeMails } from './emails/plan-mails.ts';
import { createGiftEffects } from './gift-effects.ts';
import { giftRoutes } from './gift-routes.ts';
import { outageRoutes } from './outage-routes.ts';
import { createPlanEffects } from './plan-effects.ts';
import { planRoutes } from './plan-routes.ts';
import { readPlanView } from './read-plan.ts';
import { runDailyPlanTasks } from './run-daily-plan-tasks.ts';
import { sendOpenNotices } from './send-open-notices.ts';

export { endRenewals } from './end-renewals.ts';
export { giveCustomPlan } from './give-custom-plan.ts';
export { releaseAttempts } from './plan-ports.ts';
export { readPlan } from './plan-repository.ts';
export { planGifts, planNotices } from './plan-tables.ts';

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
        // The next day asks whether they were taken.
        await sendOpenNotices(ctx);
      },
      run: (ctx, _, signal) => runDailyPlanTasks(ctx, signal),
    }),
  ],
  mails: [...planMails, ...planNoticeMails],
  provides: [
    provide(paymentEffectsOf.purchase, createPlanEffects),
    provide(paymentEffectsOf.renewal, createPlanEffects),
    provide(paymentEffectsOf.gift, createGiftEffects),
  ],
  exports: { plan: readPlanView },
});
