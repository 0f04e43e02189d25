import type { TroubleView } from '@zavet/contract/operators/payment-endpoints';
import { fail } from '../../../../platform/failure.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { lockUser } from '../../../identity/account/index.ts';
import { appendAudit } from '../../../identity/audit/index.ts';
import { operatorActor } from '../../../identity/operators/index.ts';
import { refuseInvolvedOperator } from '../../../people/involvement/index.ts';
import type { PaymentDeps } from '../payment-deps.ts';
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
export async function refundAgain(
  deps: PaymentDeps,
  operator: Owner,
  id: string,
): Promise<TroubleView> {
  const { refund, payment } = await requireAct(deps, id, 'refund_again');
  if (!refund) throw new Error('Only about a refund money can be given back again.');
  requireProvider(deps, payment);
  const { own, areOthers } = await orUnknown(findAtProvider(deps, payment, refund));
  if (own && refund.status === 'pending') {
    await takeRefundAnswer(deps, payment, refund, own);
    return readTrouble(deps, id);
  }
  if (own || areOthers) fail('refund_at_provider');
  await deps.database.transaction(() => orderAnother(deps, operator, id));
  return readTrouble(deps, id);
}

async function orderAnother(deps: PaymentDeps, operator: Owner, id: string): Promise<void> {
  const { database, clock } = deps;
  const { payment: known } = await requireAct(deps, id, 'refund_again');
  if (known.user_id) {
    await lockUser(database, known.user_id);
    await refuseInvolvedOperator(deps, operator, known.user_id);
  }
  const payment = await lockPayment(database, known.id);
  await lockTrouble(database, id);
  const { trouble, refund } = await requireAct(deps, id, 'refund_again');
  if (!payment || !refund) return fail('not_found');
  const now = clock.now();
  if (await endRefund(database, refund.id, 'canceled', now)) {
    await recordPaymentEvent(database, payment.id, 'refund_canceled', now, refund.reason);
  }
  const ordered = await orderRefund(deps, payment, refund.reason, refund.amount_kopecks);
  // Something else has been given back meanwhile: nothing is left to be ordered.
  if (ordered === 0) fail('trouble_act_refused');
  await resolveTroubles(database, trouble, {
    resolution: 'refund_again',
    resolved_by: operator.user_id,
    resolved_at: now,
  });
  await appendAudit(deps, {
    actor: operatorActor(operator),
    act: 'refund_ordered_again',
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind, amount_kopecks: ordered },
  });
}
