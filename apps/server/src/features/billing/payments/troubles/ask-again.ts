import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../../context.ts';
import { fail } from '../../../../platform/failure.ts';
import type { Owner } from '../../../../platform/http/route.ts';
import { appendAudit } from '../../../identity/audit/index.ts';
import { operatorActor } from '../../../identity/operators/index.ts';
import { ProviderUnsure } from '../payment-provider.ts';
import { paymentProvider } from '../payment-providers.ts';
import type { Payment } from '../payment-repository.ts';
import { settleRefund } from '../refund-payment.ts';
import { settlePayment } from '../settle-payment.ts';
import { readTrouble, requireAct } from './read-trouble.ts';

/** Asks the provider as the jobs do. What the answer settles is settled as if they had asked. */
export async function askAgain(ctx: Context, operator: Owner, id: string): Promise<TroubleView> {
  const { trouble, payment } = await requireAct(ctx, id, 'ask_again');
  requireProvider(ctx, payment);
  await appendAudit(ctx, {
    actor: operatorActor(operator),
    act: 'payment_asked_again',
    owner_id: payment.user_id,
    subject_id: payment.id,
    facts: { kind: trouble.kind },
  });
  await orUnknown(
    trouble.refund_id
      ? settleRefund(ctx, trouble.refund_id)
      : settlePayment(ctx, trouble.payment_id),
  );
  return readTrouble(ctx, id);
}

/** A payment can only be asked after where it was made. */
export function requireProvider(ctx: Context, payment: Payment): void {
  if (payment.provider !== paymentProvider(ctx)?.name) fail('payments_unavailable');
}

/** Without an answer it stays as it is, and the one who asks is told so. */
export async function orUnknown<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ProviderUnsure) return fail('payment_outcome_unknown');
    throw error;
  }
}
