import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { withdrawPayment, withdrawPaymentJob } from './end-payment.ts';
import { deleteOldNotifications } from './payment-history-repository.ts';
import { deleteOldPayments } from './payment-repository.ts';
import { attentionRoutes, paymentRoutes } from './payment-routes.ts';
import { listPayments } from './read-payments.ts';
import { settleRefund, settleRefundJob } from './refund-payment.ts';
import { reconcilePayments, settlePayment, settlePaymentJob } from './settle-payment.ts';

export { flagForAttention } from './attention-repository.ts';
export { paymentProvider } from './configured-provider.ts';
export { withdrawPayment, withdrawPaymentJob } from './end-payment.ts';
export { isReturnPage, openPayment, type StartedPayment, startPayment } from './open-payment.ts';
export { listPaymentRows } from './payment-history-repository.ts';
export { type PaymentEffects, paymentEffectsOf } from './payment-ports.ts';
export { ProviderOutcomeUnknown } from './payment-provider.ts';
export {
  findOwnPayment,
  findPayment,
  lockPayment,
  type Payment,
} from './payment-repository.ts';
export type { EffectStatus } from './payment-rules.ts';
export { payments } from './payment-tables.ts';
export { enqueueRefund } from './refund-payment.ts';
export { listRefundableKopecks } from './refund-repository.ts';
export {
  cardStateOf,
  deletePaymentMethod,
  findPaymentMethod,
  findRenewalAttempts,
  hasOpenPurchase,
} from './renewal-repository.ts';
export { reconcilePayments, settlePayment, settlePaymentJob } from './settle-payment.ts';

/** Exceeds the number of payments of any account, so that an export is complete. */
const exportLimit = 1_000_000;

export const paymentsFeature = feature({
  name: 'payments',
  routes: (ctx) => [...paymentRoutes(ctx), ...attentionRoutes(ctx)],
  jobs: [
    jobOf(settlePaymentJob, {
      purpose: 'reads the state of a payment from the provider',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: (ctx, { payment_id }) => settlePayment(ctx, payment_id),
    }),
    jobOf(withdrawPaymentJob, {
      purpose: 'cancels a payment that is no longer needed',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: (ctx, { payment_id }) => withdrawPayment(ctx, payment_id),
    }),
    jobOf(settleRefundJob, {
      purpose: 'refunds a payment',
      retry: 'two_minutes',
      expireSeconds: 120,
      run: (ctx, { refund_id }) => settleRefund(ctx, refund_id),
    }),
    jobOf(jobName<object>('reconcile-payments'), {
      purpose: 'twice a minute: reconciles open payments and refunds',
      retry: 'never',
      expireSeconds: 1_800,
      schedule: '* * * * *',
      // After a time travel, payments claimed by another process must be checked as well.
      onTimeTravel: (ctx) => reconcilePayments(ctx, { onlyIfDue: false }),
      runsTwiceAMinute: true,
      run: (ctx, _, signal) => reconcilePayments(ctx, { signal }),
    }),
  ],
  exports: { payments: (ctx, userId) => listPayments(ctx, userId, exportLimit) },
  retention: {
    payments: async ({ database }, now, limit) => {
      const settled = addYears(now, -retention.paymentYears);
      return { payments: await deleteOldPayments(database, settled, limit) };
    },
    unknown_notifications: async ({ database }, now, limit) => {
      const arrived = daysAfter(now, -retention.unknownNotificationDays);
      return { unknown_notifications: await deleteOldNotifications(database, arrived, limit) };
    },
  },
});
