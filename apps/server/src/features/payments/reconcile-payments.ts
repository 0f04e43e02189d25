import { jobName } from '../../platform/jobs/job.ts';
import { deleteNotificationsBefore } from './notification-repository.ts';
import type { PaymentParts } from './payment-parts.ts';
import { deletePaymentsBefore, listDuePayments } from './payment-repository.ts';
import { settleRefund } from './refund-payment.ts';
import { listDueRefunds } from './refund-repository.ts';
import { settlePayment } from './settle-payment.ts';

export const reconcilePaymentsJob = jobName<{ is_between?: boolean }>('reconcile-payments');
export const sweepPaymentsJob = jobName<object>('sweep-payments');

const atOnce = 50;
const day = 24 * 60 * 60 * 1000;
const notificationsKeptMs = 30 * day;
const paymentsKeptYears = 5;

/** Asks after everything that is still open, so that a lost notification only costs minutes. */
export async function reconcilePayments(parts: PaymentParts): Promise<void> {
  const { database, clock, provider } = parts;
  if (!provider) return;
  const now = clock.now();
  const due = await listDuePayments(database, provider.name, now, atOnce);
  const dueRefunds = await listDueRefunds(database, provider.name, now, atOnce);
  const work = [
    ...due.map((id) => () => settlePayment(parts, id, { onlyIfDue: true })),
    ...dueRefunds.map((id) => () => settleRefund(parts, id)),
  ];
  for (const one of work) {
    // One that fails must not keep the others waiting; it is due again by itself.
    await one().catch((error) => parts.log.warn({ err: error }, 'not settled this time'));
  }
}

export async function sweepPayments({ database, clock }: PaymentParts): Promise<void> {
  const now = clock.now();
  const kept = new Date(now);
  kept.setUTCFullYear(kept.getUTCFullYear() - paymentsKeptYears);
  await deletePaymentsBefore(database, kept);
  await deleteNotificationsBefore(database, new Date(now.getTime() - notificationsKeptMs));
}
