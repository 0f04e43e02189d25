import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { appendAudit } from '../../../identity/audit/index.ts';
import { operatorActor } from '../../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../../people/involvement/index.ts';
import { recordPaymentEvent } from '../payment-event-repository.ts';
import { lockPayment } from '../payment-repository.ts';
import { findAtProvider, orderRefund, takeRefundAnswer } from '../refund-payment.ts';
import { endRefund } from '../refund-repository.ts';
import { orUnknown, requireProvider } from './ask-again.ts';
import { readTrouble, requireAct } from './read-trouble.ts';
import { lockTrouble, resolveTroubles } from './trouble-repository.ts';

/**
 * Orders the same money back under another key. First the provider says that it has no refund that
 * we did not hear of: otherwise the money could go back twice.
 */
export async function refundAgain(ctx: Context, operator: Owner, id: string): Promise<TroubleView> {
  const { refund, payment } = await requireAct(ctx, id, 'refund_again');
  if (!refund) throw new Error('Only about a refund money can be given back again.');
  requireProvider(ctx, payment);
  const { own, areOthers } = await orUnknown(findAtProvider(ctx, payment, refund));
  if (own && refund.status === 'pending') {
    await takeRefundAnswer(ctx, payment, refund, own);
    return readTrouble(ctx, id);
  }
  if (own || areOthers) fail('refund_at_provider');
  await ctx.database.transaction(() => orderAnother(ctx, operator, id));
  return readTrouble(ctx, id);
}

async function orderAnother(ctx: Context, operator: Owner, id: string): Promise<void> {
  const { database, clock } = ctx;
  const { payment: known } = await requireAct(ctx, id, 'refund_again');
  if (known.user_id) {
    await lockUser(database, known.user_id);
    await refuseInvolvedOperator(ctx, operator, known.user_id);
  }
  const payment = await lockPayment(database, known.id);
  await lockTrouble(database, id);
  const { trouble, refund } = await requireAct(ctx, id, 'refund_again');
  if (!payment || !refund) return fail('not_found');
  const now = clock.now();
  if (await endRefund(database, refund.id, 'canceled', now)) {
    await recordPaymentEvent(database, payment.id, 'refund_canceled', now, refund.reason);
  }
  const ordered = await orderRefund(ctx, payment, refund.reason, refund.amount_kopecks);
  // Something else has been given back meanwhile: nothing is left to be ordered.
  if (ordered === 0) fail('trouble_act_refused');
  await resolveTroubles(database, trouble, {
    resolution: 'refund_again',
    resolved_by: operator.user_id,
    resolved_at: now,
  });
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: 'refund_ordered_again',
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind, amount_kopecks: ordered },
  });
}
