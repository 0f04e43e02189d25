import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { findPayment, lockPayment, orderRefund } from '../../billing/payments/index.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { findActivationOfPayment } from './activation-repository.ts';
import { findWaitingOf } from './waiting-repository.ts';

export const refundOrphanedJob = jobName<{ payment_id: string }>('refund-orphaned');

/**
 * The owner deletes the account while something waits: the payer gets the fee back. Ordered in
 * the transaction of the deletion, which holds the owner; the payer is locked by the job. What is not
 * paid yet finds nobody, and goes back by itself.
 */
export async function enqueueOrphanedRefund(
  { database, jobs }: Pick<Context, 'database' | 'jobs'>,
  ownerId: string,
): Promise<void> {
  const waiting = await findWaitingOf(database, ownerId);
  const payment_id = waiting?.payment_id;
  if (payment_id) await jobs.enqueue(refundOrphanedJob, { payment_id });
}

/** Gives a payment back whose activation is gone. May run twice: nothing is left to give then. */
export async function refundOrphaned(ctx: Context, paymentId: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    const found = await findPayment(database, paymentId);
    if (!found) return;
    const { user_id } = found.payment;
    if (user_id) await lockUsers(database, [user_id]);
    const payment = await lockPayment(database, paymentId);
    if (payment?.status !== 'succeeded') return;
    if (await findActivationOfPayment(database, paymentId)) return;
    await orderRefund(ctx, payment, payment.user_id ? 'account_gone' : 'ownerless');
  });
}
