import type { PaymentView } from '@zavet/contract/billing/payment-endpoints';
import type { PaymentOutcome, RefundReason } from '@zavet/contract/billing/payment-values';
import type { Context } from '../../../context.ts';
import {
  findRefundSummary,
  type ListedPayment,
  listPaymentRows,
} from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import type { Payment } from './payment-repository.ts';
import { paymentKinds, paymentOutcome } from './payment-rules.ts';

const listLimit = 100;

/** Lists the payments of an owner, newest first. */
export async function listPayments(
  ctx: Context,
  userId: string,
  limit = listLimit,
): Promise<PaymentView[]> {
  const rows = await listPaymentRows(ctx.database, userId, limit);
  const ownerNames = new Map<string, string>();
  for (const kind of paymentKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ id }) => id);
    const names = ids.length > 0 ? await paymentEffectsOf[kind](ctx).ownerNames(ids) : [];
    for (const [id, name] of names) ownerNames.set(id, name);
  }
  return rows.map((row) => paymentViewOf(row, ownerNames.get(row.id) ?? null));
}

function paymentViewOf(row: ListedPayment, owner_name: string | null): PaymentView {
  const { id, plan_id, kind, currency, status, receipt } = row;
  const { refunded_kopecks, refund_status, refund_reason } = row;
  return {
    id,
    plan_id,
    kind,
    amount: row.amount_kopecks / 100,
    currency,
    status,
    // Without a payment there is no receipt, so none is reported as missing.
    receipt: status === 'succeeded' ? receipt : null,
    owner_name,
    refund:
      refunded_kopecks === null || refund_status === null || refund_reason === null
        ? null
        : { amount: refunded_kopecks / 100, status: refund_status, reason: refund_reason },
    created_at: new Date(row.created_at),
  };
}

export async function readOutcome(
  ctx: Context,
  user_id: string,
  payment: Payment,
): Promise<{
  outcome: PaymentOutcome;
  reason: RefundReason | null;
  takes_effect_at: Date | null;
}> {
  const { database } = ctx;
  const effect = await paymentEffectsOf[payment.kind](ctx).effectStatus({ ...payment, user_id });
  const refund = await findRefundSummary(database, payment.id);
  const { outcome, reason } = paymentOutcome(payment, refund, effect);
  const takes_effect_at = outcome === 'waiting' ? effect.takes_effect_at : null;
  return { outcome, reason, takes_effect_at };
}
