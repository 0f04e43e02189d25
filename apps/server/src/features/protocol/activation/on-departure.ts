import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { enqueueRefund, findPayment, lockPayment } from '../../billing/payments/index.ts';
import { lockUsers } from '../../identity/account/index.ts';
import {
  findActivationOfPayment,
  findContactStateOf,
  listVetoableStarts,
  lockActivation,
} from './activation-repository.ts';
import { isConfirmedContact } from './activation-rules.ts';
import { cancelUnlessReleasable, endActivation } from './end-activation.ts';
import { lockWaitingActivation } from './lock-activation.ts';
import { findWaitingActivation } from './waiting-repository.ts';

export const recheckWaitingJob = jobName<{ owner_id: string }>('recheck-waiting-activation');
export const refundOrphanedJob = jobName<{ payment_id: string }>('refund-orphaned');

/**
 * Ends waiting activations, and pending or approved requests, of contacts who are no longer
 * confirmed.
 */
export async function recheckAfterDeparture(ctx: Context, ownerId: string): Promise<void> {
  const { database } = ctx;
  const waiting = await findWaitingActivation(database, ownerId);
  if (waiting) {
    await database.transaction(async () => {
      const locked = await lockWaitingActivation(ctx, waiting.id);
      if (locked) await cancelUnlessReleasable(ctx, locked);
    });
  }
  await endRequestsOfDeparted(ctx, ownerId);
}

async function endRequestsOfDeparted(ctx: Context, ownerId: string): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    await lockUsers(database, [ownerId]);
    for (const { id } of await listVetoableStarts(database, ownerId)) {
      const activation = await lockActivation(database, id);
      if (activation?.status !== 'requested' && activation?.status !== 'approved') continue;
      if (isConfirmedContact(await findContactStateOf(database, activation))) continue;
      await endActivation(ctx, activation, 'given_up', 'contact_removed');
    }
  });
}

/**
 * Enqueues the refund of a waiting activation whose owner deletes the account. Called in the
 * transaction of the deletion, which locks the owner; the job locks the payer. A pending payment
 * needs no job: if it succeeds, it finds no activation and is refunded.
 */
export async function enqueueOrphanedRefund(
  { database, jobs }: Context,
  ownerId: string,
): Promise<void> {
  const waiting = await findWaitingActivation(database, ownerId);
  const payment_id = waiting?.payment_id;
  if (payment_id) await jobs.enqueue(refundOrphanedJob, { payment_id });
}

/** Refunds a payment whose activation was deleted. May run twice: a refunded payment is skipped. */
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
    await enqueueRefund(ctx, payment, payment.user_id ? 'account_gone' : 'ownerless');
  });
}
