import type { TroubleAction } from '@zavet/contract/billing/payment-values';
import type { TroubleRow, TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import {
  type AttentionItem,
  findAttentionItem,
  listAttentionItems,
} from './attention-repository.ts';
import { permittedActs } from './attention-rules.ts';
import { paymentProvider } from './configured-provider.ts';
import { listPaymentEvents } from './payment-history-repository.ts';
import { ProviderOutcomeUnknown } from './payment-provider.ts';
import type { Payment } from './payment-repository.ts';
import { isKeyExpired } from './payment-rules.ts';
import { settleRefund } from './refund-payment.ts';
import { sumRefundedKopecks } from './refund-repository.ts';
import { settlePayment } from './settle-payment.ts';

const pageSize = 50;

export async function listAttention(
  { database }: Context,
  { state, after }: { state: 'open' | 'settled'; after?: string | undefined },
): Promise<{ troubles: TroubleRow[]; next: string | null }> {
  const found = await listAttentionItems(database, state, after, pageSize + 1);
  const page = found.slice(0, pageSize);
  return {
    troubles: page.map(rowOf),
    next: found.length > pageSize ? (page.at(-1)?.trouble.id ?? null) : null,
  };
}

export async function getAttention(ctx: Context, id: string): Promise<TroubleView> {
  const { database } = ctx;
  const found = (await findAttentionItem(database, id)) ?? fail('not_found');
  const { trouble, payment, refund, payer_email } = found;
  const events = await listPaymentEvents(database, payment.id);
  return {
    ...rowOf(found),
    payer: payment.user_id && payer_email ? { id: payment.user_id, email: payer_email } : null,
    payment: { ...payment, refunded_kopecks: await sumRefundedKopecks(database, payment.id) },
    refund,
    reference: trouble.reference,
    settled_kopecks: trouble.settled_kopecks,
    events,
    acts: actsOf(ctx, found),
  };
}

function actsOf({ clock }: Context, { trouble, payment, refund }: AttentionItem) {
  return permittedActs({
    kind: trouble.kind,
    isResolved: trouble.resolved_at !== null,
    paymentStatus: payment.status,
    refund: refund && {
      status: refund.status,
      isNamed: refund.provider_refund_id !== null,
      isKeyExpired: isKeyExpired(refund, clock.now()),
    },
  });
}

/** Returns the item, or fails if the act is not permitted in its present state. */
export async function requirePermittedAct(
  ctx: Context,
  id: string,
  act: TroubleAction,
): Promise<AttentionItem> {
  const found = (await findAttentionItem(ctx.database, id)) ?? fail('not_found');
  return actsOf(ctx, found).includes(act) ? found : fail('trouble_act_refused');
}

function rowOf({ trouble, payment, refund }: AttentionItem): TroubleRow {
  const { owed_kopecks, ...facts } = trouble;
  return {
    ...facts,
    amount_kopecks: owed_kopecks ?? refund?.amount_kopecks ?? payment.amount_kopecks,
  };
}

/** Queries the provider and applies the response, like the background jobs. */
export async function retryQuery(ctx: Context, operator: Owner, id: string): Promise<TroubleView> {
  const { trouble, payment } = await requirePermittedAct(ctx, id, 'ask_again');
  requireProvider(ctx, payment);
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: 'payment_refetched',
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind },
  });
  await failIfOutcomeUnknown(
    trouble.refund_id
      ? settleRefund(ctx, trouble.refund_id)
      : settlePayment(ctx, trouble.payment_id),
  );
  return getAttention(ctx, id);
}

/** Fails unless the configured provider created the payment: no other can be queried about it. */
export function requireProvider(ctx: Context, payment: Payment): void {
  if (payment.provider !== paymentProvider(ctx)?.name) fail('payments_unavailable');
}

/** Returns the result of the query; fails if its outcome is unknown. */
export async function failIfOutcomeUnknown<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof ProviderOutcomeUnknown) return fail('payment_outcome_unknown');
    throw error;
  }
}
