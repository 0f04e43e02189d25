import type { RefundReason } from '@zavet/contract/billing/payment-values';
import {
  type ActivationEnd,
  type ActivationStatus,
  isActive,
} from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import {
  enqueueRefund,
  lockPayment,
  type Payment,
  ProviderOutcomeUnknown,
  withdrawPayment,
  withdrawPaymentJob,
} from '../../billing/payments/index.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { activationAttemptEnded, activationEnded } from '../emails/end-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { mailOtherContacts } from './activation-notices.ts';
import {
  type Activation,
  findActivation,
  findContactStateOf,
  hasSomethingToDeliver,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { type ActivationEvent, nextActivationStatus, refundReasonOf } from './activation-rules.ts';
import type { LockedWaitingActivation } from './lock-activation.ts';
import { reasonToCancel } from './waiting-rules.ts';

type EndingEvent = Extract<
  ActivationEvent,
  | 'payment_canceled'
  | 'given_up'
  | 'stale'
  | 'overtaken'
  | 'paid_too_late'
  | 'cancelled'
  | 'doubt_upheld'
>;

/**
 * Ends an activation without letters and returns its new status; undefined if its state does not
 * allow the event. Runs in the transaction of the event. Mails the owner once, but not about an
 * overtaken activation: the mail about the paid one is enough. A payment after the end only moves
 * the status to `refunded`.
 */
export async function endActivation(
  ctx: Context,
  activation: Activation,
  event: EndingEvent,
  reason: ActivationEnd,
): Promise<ActivationStatus | undefined> {
  const { database, clock, log } = ctx;
  const { id, status, deceased_user_id: ownerId } = activation;
  const next = nextActivationStatus(status, event);
  if (!next) return undefined;
  const now = clock.now();
  if (status === 'payment_canceled') {
    await moveActivation(database, activation, next, now);
    return next;
  }
  await moveActivation(database, activation, next, now, { end_reason: reason });
  await recordSecurityEvent(database, ownerId, 'activation_attempt_ended', systemActor, now);
  if (event !== 'overtaken' && reason !== 'overtaken') {
    await mailOwner(ctx, ownerId, activationAttemptEnded, { activation_id: id });
  }
  log.info(
    { code: 'activation_ended', activation_id: id, status: next, reason },
    'activation ended without a release',
  );
  return next;
}

/** Ends a locked waiting activation and refunds the whole fee. */
async function cancelWaiting(
  ctx: Context,
  activation: Activation,
  payment: Payment | undefined,
  event: 'given_up' | 'cancelled',
  reason: ActivationEnd,
): Promise<void> {
  if (!(await endActivation(ctx, activation, event, reason))) return;
  if (payment) {
    const refundReason = refundReasonOf(reason) ?? 'given_up';
    await enqueueRefund(ctx, payment, payment.user_id ? refundReason : 'ownerless');
  }
  await mailOtherContacts(ctx, activation, activationEnded, {});
}

/**
 * Cancels a waiting activation whose letters can no longer be released; true if it was canceled.
 */
export async function cancelUnlessReleasable(
  ctx: Context,
  { activation, payment }: LockedWaitingActivation,
): Promise<boolean> {
  const { database } = ctx;
  const reason = reasonToCancel({
    initiator_user_id: activation.initiator_user_id,
    contactState: await findContactStateOf(database, activation),
    hasSomethingToDeliver: await hasSomethingToDeliver(database, activation.deceased_user_id),
  });
  if (reason) await cancelWaiting(ctx, activation, payment, 'cancelled', reason);
  return reason !== undefined;
}

/**
 * Cancels an activation for its initiator; fails once letters are released. Its payment is
 * withdrawn or refunded.
 */
export async function cancelActivation(
  ctx: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  const { database, jobs } = ctx;
  const paymentId = await database.transaction(async () => {
    const found = await findActivation(database, id);
    if (found?.initiator_user_id !== user_id) return fail('not_found');
    await lockUsers(database, [found.deceased_user_id, user_id]);
    const payment = found.payment_id ? await lockPayment(database, found.payment_id) : undefined;
    const activation = await lockActivation(database, id);
    if (activation?.initiator_user_id !== user_id) return fail('not_found');
    if (isActive(activation.status)) fail('protocol_already_active');
    if (activation.status === 'waiting') {
      await cancelWaiting(ctx, activation, payment, 'given_up', 'given_up');
      return null;
    }
    await endActivation(ctx, activation, 'given_up', 'given_up');
    const { payment_id } = activation;
    if (payment_id) await jobs.enqueue(withdrawPaymentJob, { payment_id });
    return payment_id;
  });
  if (!paymentId) return;
  // Withdraw immediately if possible; the job covers an unreachable provider.
  await withdrawPayment(ctx, paymentId).catch((error) => {
    if (!(error instanceof ProviderOutcomeUnknown)) throw error;
  });
}

/** Refunds the whole fee, or withdraws a payment that has not succeeded. */
export async function returnFee(
  ctx: Context,
  paymentId: string | null,
  reason: Extract<RefundReason, 'vetoed' | 'doubt_upheld'>,
): Promise<void> {
  const payment = paymentId ? await lockPayment(ctx.database, paymentId) : undefined;
  if (payment?.status === 'succeeded') {
    await enqueueRefund(ctx, payment, payment.user_id ? reason : 'ownerless');
  } else if (payment) {
    await ctx.jobs.enqueue(withdrawPaymentJob, { payment_id: payment.id });
  }
}
