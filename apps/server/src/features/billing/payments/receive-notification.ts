import type { Context } from '../../../context.ts';
import { recordStrangeNotification } from './notification-repository.ts';
import { paymentProvider } from './payment-providers.ts';
import { findPaymentId } from './payment-repository.ts';
import { settleRefundJob } from './refund-payment.ts';
import { findRefundId } from './refund-repository.ts';
import { settlePaymentJob } from './settle-payment.ts';

/**
 * Notifications are not signed, so nothing in them is believed: they only make us ask the provider
 * sooner. What is not ours is recorded and ignored.
 */
export async function receiveNotification(
  ctx: Context,
  event: string,
  objectId: string,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const provider = paymentProvider(ctx);
  if (provider?.name === 'yookassa') {
    const paymentId = await findPaymentId(database, provider.name, objectId);
    if (paymentId) return jobs.enqueue(settlePaymentJob, { payment_id: paymentId });
    const refundId = await findRefundId(database, objectId);
    if (refundId) return jobs.enqueue(settleRefundJob, { refund_id: refundId });
  }
  await recordStrangeNotification(database, event, objectId, clock.now());
}
