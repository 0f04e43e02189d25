import { type Job, job } from '../../platform/jobs/job.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  reconcilePayments,
  reconcilePaymentsJob,
  sweepPayments,
  sweepPaymentsJob,
} from './reconcile-payments.ts';
import { settleRefund, settleRefundJob } from './refund-payment.ts';
import { settlePayment, settlePaymentJob } from './settle-payment.ts';
import { withdrawPayment, withdrawPaymentJob } from './withdraw-payment.ts';

/** Few tries in a row: what is still open afterwards comes round with the reconciliation. */
const retry = { limit: 3, firstPauseSeconds: 10, longestPauseSeconds: 60 };

export function paymentJobs(deps: PaymentDeps): Job[] {
  return [
    job(settlePaymentJob, {
      retry,
      expireSeconds: 120,
      run: ({ payment_id }) => settlePayment(deps, payment_id),
    }),
    job(withdrawPaymentJob, {
      retry,
      expireSeconds: 120,
      run: ({ payment_id }) => withdrawPayment(deps, payment_id),
    }),
    job(settleRefundJob, {
      retry,
      expireSeconds: 120,
      run: ({ refund_id }) => settleRefund(deps, refund_id),
    }),
    job(reconcilePaymentsJob, {
      retry: { limit: 0, firstPauseSeconds: 1, longestPauseSeconds: 1 },
      expireSeconds: 1800,
      schedule: '* * * * *',
      run: ({ is_between }) => reconcileOften(deps, is_between ?? false),
    }),
    job(sweepPaymentsJob, {
      retry,
      expireSeconds: 600,
      schedule: '50 4 * * *',
      run: () => sweepPayments(deps),
    }),
  ];
}

const betweenSeconds = 30;

/** Schedules know only whole minutes; a person who has just paid should not wait that long. */
async function reconcileOften(deps: PaymentDeps, isBetween: boolean): Promise<void> {
  if (!isBetween) {
    const options = { startAfterSeconds: betweenSeconds };
    await deps.jobs.enqueue(reconcilePaymentsJob, { is_between: true }, options);
  }
  await reconcilePayments(deps);
}
