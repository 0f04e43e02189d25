import type { RequestedRefundGround } from '@zavet/contract/desk/desk-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueRefund, lockPayment } from '../../billing/payments/index.ts';
import { lockUser } from '../../identity/account/index.ts';
import { listFeesInUse } from './account-desk-repository.ts';
import { noteAct } from './note-act.ts';

/** Gives a payment back in full, once; the payer is notified when the refund has succeeded. */
export function refundOnRequest(
  ctx: Context,
  operator: Owner,
  userId: string,
  { payment_id, ground }: { payment_id: string; ground: RequestedRefundGround },
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) fail('not_found');
    const payment = await lockPayment(database, payment_id);
    if (payment?.user_id !== userId || payment.status !== 'succeeded') return fail('not_found');
    // Letters would leave unpaid.
    if ((await listFeesInUse(database, [payment_id])).has(payment_id)) fail('not_found');
    const amount_kopecks = await enqueueRefund(ctx, payment, 'requested');
    if (amount_kopecks === 0) fail('no_changes');
    await noteAct(ctx, operator, 'refunded_on_request', userId, {
      payment_id,
      amount_kopecks,
      ground,
    });
  });
}
