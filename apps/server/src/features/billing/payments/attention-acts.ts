import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { lockUser } from '../../identity/account/index.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../people/involvement/index.ts';
import {
  failIfOutcomeUnknown,
  getAttention,
  requirePermittedAct,
  requireProvider,
} from './attention.ts';
import { type AttentionItem, lockAttentionItem, resolveAttention } from './attention-repository.ts';
import { maxManualKopecks } from './attention-rules.ts';
import { endPayment, lockAccountsOf } from './end-payment.ts';
import { recordPaymentEvent } from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import { lockPayment } from './payment-repository.ts';
import { applyProviderRefund, enqueueRefund, findRefundAtProvider } from './refund-payment.ts';
import { recordManualRefundEnd, recordRefundEnd, sumRefundedKopecks } from './refund-repository.ts';

const settledByOperator = 'settled_by_operator';

/**
 * Enqueues the refund again under a new key, unless the provider lists a refund unknown to us:
 * otherwise the payer could be refunded twice.
 */
export async function repeatRefund(
  ctx: Context,
  operator: Owner,
  id: string,
): Promise<TroubleView> {
  const { refund, payment } = await requirePermittedAct(ctx, id, 'refund_again');
  if (!refund) throw new Error('Only a refund can be repeated.');
  requireProvider(ctx, payment);
  const { own, hasOthers } = await failIfOutcomeUnknown(findRefundAtProvider(ctx, payment, refund));
  if (own && refund.status === 'pending') {
    await applyProviderRefund(ctx, payment, refund, own);
    return getAttention(ctx, id);
  }
  if (own || hasOthers) fail('refund_at_provider');
  await ctx.database.transaction(() => replaceRefund(ctx, operator, id));
  return getAttention(ctx, id);
}

async function replaceRefund(ctx: Context, operator: Owner, id: string): Promise<void> {
  const { database, clock } = ctx;
  const { payment: unlocked } = await requirePermittedAct(ctx, id, 'refund_again');
  if (unlocked.user_id) {
    await lockUser(database, unlocked.user_id);
    await refuseInvolvedOperator(ctx, operator, unlocked.user_id);
  }
  const payment = await lockPayment(database, unlocked.id);
  await lockAttentionItem(database, id);
  const { trouble, refund } = await requirePermittedAct(ctx, id, 'refund_again');
  if (!payment || !refund) return fail('not_found');
  const now = clock.now();
  if (await recordRefundEnd(database, refund.id, 'canceled', now)) {
    await recordPaymentEvent(database, payment.id, 'refund_canceled', now, refund.reason);
  }
  const enqueued = await enqueueRefund(ctx, payment, refund.reason, refund.amount_kopecks);
  // Another refund has used up the remaining amount in the meantime.
  if (enqueued === 0) fail('trouble_act_refused');
  await resolveAttention(database, trouble, {
    resolution: 'refund_again',
    resolved_by: operator.user_id,
    resolved_at: now,
  });
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: 'refund_retried',
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind, amount_kopecks: enqueued },
  });
}

interface ManualRefund {
  amount_kopecks: number;
  reference: string;
}

/** Records money that was refunded by other means, and notifies the payer. */
export function recordManualRefund(
  ctx: Context,
  operator: Owner,
  id: string,
  { amount_kopecks, reference }: ManualRefund,
): Promise<void> {
  return ctx.database.transaction(async () => {
    const found = await lockForAct(ctx, id, 'refunded_manually');
    if (amount_kopecks > (await maxRefundKopecks(ctx, found))) {
      fail('invalid_input', { fields: { amount_kopecks: 'invalid' } });
    }
    await closeItem(ctx, operator, found, 'refunded_manually', { amount_kopecks, reference });
    await recordRefundedAmount(ctx, found, amount_kopecks);
    await endOpenPayment(ctx, found);
  });
}

/** Records that operator and payer settled the item by other means. Ends all retries. */
export function recordSettlement(
  ctx: Context,
  operator: Owner,
  id: string,
  reference: string,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const found = await lockForAct(ctx, id, 'settled_with_payer');
    const { refund, payment } = found;
    await closeItem(ctx, operator, found, 'settled_with_payer', { reference });
    const now = clock.now();
    if (refund && (await recordRefundEnd(database, refund.id, 'canceled', now))) {
      await recordPaymentEvent(database, payment.id, 'refund_canceled', now, refund.reason);
    }
    await endOpenPayment(ctx, found);
  });
}

/**
 * Locks accounts, payment and item, in the lock order of all transactions, and returns the item.
 * Fails if the act is not permitted.
 */
async function lockForAct(
  ctx: Context,
  id: string,
  act: 'refunded_manually' | 'settled_with_payer',
): Promise<AttentionItem> {
  const { database } = ctx;
  const { payment } = await requirePermittedAct(ctx, id, act);
  await lockAccountsOf(ctx, payment);
  await lockPayment(database, payment.id);
  await lockAttentionItem(database, id);
  return requirePermittedAct(ctx, id, act);
}

async function maxRefundKopecks(
  { database }: Context,
  { trouble, payment, refund }: AttentionItem,
): Promise<number> {
  const own = refund && refund.status !== 'canceled' ? refund.amount_kopecks : 0;
  const otherRefunds = (await sumRefundedKopecks(database, payment.id)) - own;
  return maxManualKopecks({ ...trouble, leftKopecks: payment.amount_kopecks - otherRefunds });
}

async function closeItem(
  ctx: Context,
  operator: Owner,
  { trouble, payment }: AttentionItem,
  resolution: 'refunded_manually' | 'settled_with_payer',
  { reference, amount_kopecks }: { reference: string; amount_kopecks?: number },
): Promise<void> {
  const { database, clock } = ctx;
  if (payment.user_id) await refuseInvolvedOperator(ctx, operator, payment.user_id);
  const now = clock.now();
  await resolveAttention(database, trouble, {
    resolution,
    resolved_by: operator.user_id,
    resolved_at: now,
    reference,
    ...(amount_kopecks !== undefined && { settled_kopecks: amount_kopecks }),
  });
  await recordPaymentEvent(database, payment.id, resolution, now, trouble.kind);
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: resolution,
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind, ...(amount_kopecks !== undefined && { amount_kopecks }) },
  });
}

async function recordRefundedAmount(
  ctx: Context,
  { payment, refund, trouble }: AttentionItem,
  amountKopecks: number,
): Promise<void> {
  const { database, clock } = ctx;
  if (refund) await recordManualRefundEnd(database, refund.id, amountKopecks, clock.now());
  const isOutage = trouble.kind === 'outage_compensated_in_part';
  const reason = refund?.reason ?? (isOutage ? 'outage' : undefined);
  if (!reason || !payment.user_id) return;
  const paid = { ...payment, user_id: payment.user_id };
  await paymentEffectsOf[payment.kind](ctx).refunded(paid, amountKopecks, reason);
}

/** Ends a payment for which the provider no longer gives a valid response. */
async function endOpenPayment(ctx: Context, { trouble, payment }: AttentionItem): Promise<void> {
  if (trouble.refund_id || payment.status !== 'pending') return;
  await endPayment(ctx, payment, { status: 'canceled', reason: settledByOperator });
}
