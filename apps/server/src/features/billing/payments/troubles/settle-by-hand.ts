import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { lockUsers } from '../../../identity/account/index.ts';
import { appendAudit } from '../../../identity/audit/index.ts';
import { operatorActor } from '../../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../../people/involvement/index.ts';
import { endPayment } from '../end-payment.ts';
import { recordPaymentEvent } from '../payment-event-repository.ts';
import { paymentEffectsOf } from '../payment-ports.ts';
import { lockPayment } from '../payment-repository.ts';
import { endRefund, recordRefundByHand, refundedKopecks } from '../refund-repository.ts';
import { requireAct } from './read-trouble.ts';
import { type FoundTrouble, lockTrouble, resolveTroubles } from './trouble-repository.ts';
import { mostByHand } from './trouble-rules.ts';

interface GivenBack {
  amount_kopecks: number;
  reference: string;
}

/** The money went back outside of the program: it counts as given back, and the payer is told. */
export function recordManualRefund(
  ctx: Context,
  operator: Owner,
  id: string,
  { amount_kopecks, reference }: GivenBack,
): Promise<void> {
  return ctx.database.transaction(async () => {
    const found = await lockForAct(ctx, id, 'given_back_by_hand');
    if (amount_kopecks > (await mostOf(ctx, found))) {
      fail('invalid_input', { fields: { amount_kopecks: 'invalid' } });
    }
    await close(ctx, operator, found, 'given_back_by_hand', { amount_kopecks, reference });
    await countAsGivenBack(ctx, found, amount_kopecks);
    await endOpenPayment(ctx, found);
  });
}

/** It was settled in another way: nothing of it is tried any more. */
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
    await close(ctx, operator, found, 'settled_with_payer', { reference });
    const now = clock.now();
    if (refund && (await endRefund(database, refund.id, 'canceled', now))) {
      await recordPaymentEvent(database, payment.id, 'refund_canceled', now, refund.reason);
    }
    await endOpenPayment(ctx, found);
  });
}

/** The people before the payment, as everywhere. */
async function lockForAct(
  ctx: Context,
  id: string,
  act: 'given_back_by_hand' | 'settled_with_payer',
): Promise<FoundTrouble> {
  const { database } = ctx;
  const { payment } = await requireAct(ctx, id, act);
  const others = await paymentEffectsOf[payment.kind](ctx).accountsToLock(payment);
  await lockUsers(database, payment.user_id ? [payment.user_id, ...others] : others);
  await lockPayment(database, payment.id);
  await lockTrouble(database, id);
  return requireAct(ctx, id, act);
}

async function mostOf(
  { database }: Context,
  { trouble, payment, refund }: FoundTrouble,
): Promise<number> {
  const own = refund && refund.status !== 'canceled' ? refund.amount_kopecks : 0;
  const others = (await refundedKopecks(database, payment.id)) - own;
  return mostByHand({ ...trouble, leftKopecks: payment.amount_kopecks - others });
}

async function close(
  ctx: Context,
  operator: Owner,
  { trouble, payment }: FoundTrouble,
  how: 'given_back_by_hand' | 'settled_with_payer',
  { reference, amount_kopecks }: { reference: string; amount_kopecks?: number },
): Promise<void> {
  const { database, clock } = ctx;
  if (payment.user_id) await refuseInvolvedOperator(ctx, operator, payment.user_id);
  const now = clock.now();
  await resolveTroubles(database, trouble, {
    resolution: how,
    resolved_by: operator.user_id,
    resolved_at: now,
    reference,
    ...(amount_kopecks !== undefined && { settled_kopecks: amount_kopecks }),
  });
  await recordPaymentEvent(database, payment.id, how, now, trouble.kind);
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: how,
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind, ...(amount_kopecks !== undefined && { amount_kopecks }) },
  });
}

async function countAsGivenBack(
  ctx: Context,
  { payment, refund, trouble }: FoundTrouble,
  amountKopecks: number,
): Promise<void> {
  const { database, clock } = ctx;
  if (refund) await recordRefundByHand(database, refund.id, amountKopecks, clock.now());
  const isOutage = trouble.kind === 'outage_compensated_in_part';
  const reason = refund?.reason ?? (isOutage ? 'outage' : undefined);
  if (!reason || !payment.user_id) return;
  const paid = { ...payment, user_id: payment.user_id };
  await paymentEffectsOf[payment.kind](ctx).refunded(paid, amountKopecks, reason);
}

/** A payment that the provider does not speak of any more, or not rightly, is over now. */
async function endOpenPayment(ctx: Context, { trouble, payment }: FoundTrouble): Promise<void> {
  if (trouble.refund_id || payment.status !== 'pending') return;
  await endPayment(ctx, payment, { status: 'canceled', reason: settledByOperator });
}

const settledByOperator = 'settled_by_operator';
