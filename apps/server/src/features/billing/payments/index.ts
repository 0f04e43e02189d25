import { addYears, daysAfter } from '@zavet/contract/days';
import { retention } from '@zavet/contract/service-terms';
import { feature, jobOf } from '../../../feature.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { listPayments } from './list-payments.ts';
import { forgetNotifications } from './notification-repository.ts';
import { forgetPayments } from './payment-repository.ts';
import { paymentRoutes } from './payment-routes.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settleRefund, settleRefundJob } from './refund-payment.ts';
import { settlePayment, settlePaymentJob } from './settle-payment.ts';
import { troubleRoutes } from './troubles/trouble-routes.ts';
import { withdrawPayment, withdrawPaymentJob } from './withdraw-payment.ts';

export { type BegunPayment, beginPayment, isReturnPage } from './begin-payment.ts';
export { openPayment } from './open-payment.ts';
export { listPaymentRows } from './payment-history-repository.ts';
export {
  deletePaymentMethod,
  findPaymentMethod,
  keptBy,
} from './payment-method-repository.ts';
export { type PaymentEffects, type PaymentStanding, paymentEffectsOf } from './payment-ports.ts';
export { ProviderUnsure } from './payment-provider.ts';
export { paymentProvider } from './payment-providers.ts';
export {
  findOwnPayment,
  findPayment,
  lockPayment,
  type Payment,
} from './payment-repository.ts';
export { payments } from './payment-tables.ts';
export { findRenewalTries, hasOpenPurchase } from './plan-payment-repository.ts';
export { orderRefund } from './refund-payment.ts';
export { listLeftKopecks } from './refund-repository.ts';
export { settlePayment, settlePaymentJob } from './settle-payment.ts';
export { openTrouble } from './troubles/trouble-repository.ts';
export { withdrawPayment, withdrawPaymentJob } from './withdraw-payment.ts';

/** More than anybody has: an export leaves nothing out. */
const everything = 1_000_000;

export const paymentsFeature = feature({
  name: 'payments',
  routes: (ctx) => [...paymentRoutes(ctx), ...troubleRoutes(ctx)],
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
      // A request that is under way must not find itself a day older.
      onTimeTravel: (ctx) => reconcilePayments(ctx, { onlyIfDue: false }),
      isTwiceAMinute: true,
      run: (ctx, _, signal) => reconcilePayments(ctx, { signal }),
    }),
  ],
  exports: { payments: (ctx, userId) => listPayments(ctx, userId, everything) },
  retention: {
    payments: async ({ database }, now, limit) => {
      const settled = addYears(now, -retention.paymentYears);
      return { payments: await forgetPayments(database, settled, limit) };
    },
    strange_notifications: async ({ database }, now, limit) => {
      const arrived = daysAfter(now, -retention.strangeNotificationDays);
      return { strange_notifications: await forgetNotifications(database, arrived, limit) };
    },
  },
});
