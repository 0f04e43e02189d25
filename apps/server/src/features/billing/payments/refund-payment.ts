import type { PaymentTroubleKind, RefundReason } from '@zavet/contract/billing/payment-values';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { findPerson, lockUser } from '../../identity/account/index.ts';
import { autoResolveAttention, flagForAttention } from './attention-repository.ts';
import { matchRefund } from './attention-rules.ts';
import { paymentProvider } from './configured-provider.ts';
import { recordPaymentEvent } from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import {
  type ListedRefund,
  ProviderOutcomeUnknown,
  type ProviderRefund,
  ProviderRefused,
} from './payment-provider.ts';
import type { Payment } from './payment-repository.ts';
import { checkDelayMs, isKeyExpired } from './payment-rules.ts';
import {
  claimRefundCheck,
  findRefund,
  insertRefund,
  listProviderRefundIds,
  type Refund,
  recordProviderRefundId,
  recordRefundEnd,
  sumRefundedKopecks,
} from './refund-repository.ts';

export const settleRefundJob = jobName<{ refund_id: string }>('settle-refund');

/**
 * Enqueues a refund of at most the remaining amount, in the transaction that decides it. The
 * payment must be locked.
 */
export async function enqueueRefund(
  { database, clock, jobs }: Context,
  payment: Payment,
  reason: RefundReason,
  requestedKopecks = payment.amount_kopecks,
): Promise<number> {
  const remaining = payment.amount_kopecks - (await sumRefundedKopecks(database, payment.id));
  const amount_kopecks = Math.min(remaining, requestedKopecks);
  if (amount_kopecks <= 0) return 0;
  const person = payment.user_id ? await findPerson(database, payment.user_id) : undefined;
  const id = newId();
  const now = clock.now();
  await insertRefund(database, {
    id,
    payment_id: payment.id,
    amount_kopecks,
    reason,
    idempotence_key: id,
    receipt_email: person?.email ?? null,
    next_check_at: now,
    created_at: now,
  });
  await recordPaymentEvent(database, payment.id, 'refund_enqueued', now, reason);
  await jobs.enqueue(settleRefundJob, { refund_id: id });
  return amount_kopecks;
}

/**
 * Requests a refund or reads its state. May run repeatedly: the idempotence key makes it one
 * refund.
 */
export async function settleRefund(ctx: Context, id: string): Promise<void> {
  const { database, clock, log } = ctx;
  const found = await findRefund(database, id);
  const provider = paymentProvider(ctx);
  if (!found || !provider || found.payment.provider !== provider.name) return;
  const { refund, payment } = found;
  const now = clock.now();
  const pause = checkDelayMs(now.getTime() - refund.created_at.getTime());
  const checks = await claimRefundCheck(database, id, new Date(now.getTime() + pause));
  if (checks === undefined) return;
  try {
    const reported = refund.provider_refund_id
      ? await provider.readRefund(refund.provider_refund_id)
      : await requestRefund(ctx, payment, refund, checks);
    if (!reported) return;
    await applyProviderRefund(ctx, payment, refund, reported);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    log.error(
      { code: 'refund_refused', refund_id: id, payment_id: payment.id, err: error },
      'the provider refused a refund',
    );
    await database.transaction(async () => {
      await lockPayer(ctx, payment);
      await flagRefund(ctx, refund, 'refund_refused');
      // After a refused retry the refund stays pending: an earlier attempt may have succeeded.
      if (checks === 1) await endRefund(ctx, payment, refund, 'canceled');
    });
  }
}

/** Applies the state reported by the provider, once. */
export async function applyProviderRefund(
  ctx: Context,
  payment: Payment,
  refund: Refund,
  reported: ProviderRefund,
): Promise<void> {
  const { database, log } = ctx;
  const { id, provider_refund_id } = refund;
  if (!provider_refund_id) await recordProviderRefundId(database, id, reported.id);
  const { status } = reported;
  if (status === 'pending') return;
  await database.transaction(async () => {
    await lockPayer(ctx, payment);
    if (status === 'canceled') {
      log.error(
        { code: 'refund_without_money', refund_id: id, payment_id: payment.id },
        'the provider canceled a refund',
      );
      await flagRefund(ctx, refund, 'refund_without_money');
    }
    await endRefund(ctx, payment, refund, status);
  });
}

async function requestRefund(
  ctx: Context,
  payment: Payment,
  refund: Refund,
  checks: number,
): Promise<ProviderRefund | undefined> {
  const { clock, log } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider || !payment.provider_payment_id) return undefined;
  if (checks > 1 && isKeyExpired(refund, clock.now())) {
    const { own } = await findRefundAtProvider(ctx, payment, refund);
    if (own) return own;
    // A retry with an expired key could refund twice.
    log.error(
      { code: 'refund_needs_operator', refund_id: refund.id, payment_id: payment.id },
      'a refund needs an operator',
    );
    await flagRefund(ctx, refund, 'refund_needs_operator');
    return undefined;
  }
  return provider.refund({
    idempotence_key: refund.idempotence_key,
    provider_payment_id: payment.provider_payment_id,
    amount_kopecks: refund.amount_kopecks,
    currency: payment.currency,
    description: payment.plan_id,
    receipt_email: refund.receipt_email,
  });
}

/** Looks for our refund in the provider's list for this payment. */
export async function findRefundAtProvider(
  ctx: Context,
  payment: Payment,
  refund: Refund,
): Promise<{ own: ListedRefund | undefined; hasOthers: boolean }> {
  const { database } = ctx;
  const { provider_payment_id } = payment;
  const provider = paymentProvider(ctx);
  if (!provider || !provider_payment_id)
    throw new ProviderOutcomeUnknown('No provider can be queried about the payment.');
  const knownIds = await listProviderRefundIds(database, payment.id);
  const listed = await provider.listRefunds(provider_payment_id).catch((error) => {
    // A refused query leaves the state of the refund unknown.
    if (!(error instanceof ProviderRefused)) throw error;
    throw new ProviderOutcomeUnknown('The provider refused to list refunds.', { cause: error });
  });
  return matchRefund(listed, knownIds, refund.amount_kopecks);
}

async function lockPayer({ database }: Context, { user_id }: Payment): Promise<void> {
  if (user_id) await lockUser(database, user_id);
}

function flagRefund(
  { database, clock }: Context,
  { id, payment_id }: Refund,
  kind: PaymentTroubleKind,
): Promise<void> {
  return flagForAttention(database, { kind, payment_id, refund_id: id }, clock.now());
}

/** Ends a refund once, with its effects. The payer must be locked. */
async function endRefund(
  ctx: Context,
  unlocked: Payment,
  refund: Refund,
  status: 'succeeded' | 'canceled',
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await recordRefundEnd(database, refund.id, status, now))) return;
  const found = await findRefund(database, refund.id);
  const payment = found?.payment ?? unlocked;
  await recordPaymentEvent(database, payment.id, `refund_${status}`, now, refund.reason);
  if (status !== 'succeeded') return;
  await autoResolveAttention(database, refund.id, now);
  if (!payment.user_id) return;
  await paymentEffectsOf[payment.kind](ctx).refunded(
    { ...payment, user_id: payment.user_id },
    refund.amount_kopecks,
    refund.reason,
  );
}
