import { type MockStatus, paymentEndpoints } from '@zavet/contract/billing/payment-endpoints';
import { paymentTroubleEndpoints } from '@zavet/contract/desk/payment-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { getAttention, listAttention, retryQuery } from './attention.ts';
import { recordManualRefund, recordSettlement, repeatRefund } from './attention-acts.ts';
import { mockOutcome, paymentProvider } from './configured-provider.ts';
import { applyProviderPayment } from './end-payment.ts';
import { recordUnknownNotification } from './payment-history-repository.ts';
import { ProviderOutcomeUnknown, paymentKeyOf } from './payment-provider.ts';
import { findOwnPayment, findPaymentIdByProviderId, type Payment } from './payment-repository.ts';
import { listPayments, readOutcome } from './read-payments.ts';
import { settleRefundJob } from './refund-payment.ts';
import { findRefundIdByProviderId } from './refund-repository.ts';
import { settlePayment, settlePaymentJob } from './settle-payment.ts';

export function paymentRoutes(ctx: Context): Route[] {
  const { database } = ctx;
  return [
    route(paymentEndpoints.refreshPaymentStatus, async ({ owner, body }) => {
      const filter = { ...body, client_return_token: body.crt };
      const find = () => findOwnPayment(database, owner.user_id, filter);
      const payment = await find();
      if (!payment) return fail('not_found');
      await refreshPayment(ctx, payment, body.status);
      const refreshed = (await find()) ?? payment;
      const { status } = refreshed;
      const outcome = await readOutcome(ctx, owner.user_id, refreshed);
      return { success: true, payment_status: status, is_paid: status === 'succeeded', ...outcome };
    }),
    route(paymentEndpoints.listPayments, async ({ owner }) => ({
      payments: await listPayments(ctx, owner.user_id),
    })),
    route(paymentEndpoints.receivePaymentNotification, async ({ body }) => {
      await receiveNotification(ctx, body.event, body.object.id);
      return {};
    }),
  ];
}

async function refreshPayment(
  ctx: Context,
  payment: Payment,
  mockStatus: MockStatus | undefined,
): Promise<void> {
  if (payment.status !== 'pending') return;
  // Only the mock provider trusts a status from the browser.
  if (paymentProvider(ctx)?.name === 'mock' && payment.provider === 'mock' && mockStatus) {
    return applyProviderPayment(ctx, payment.id, mockOutcome(paymentKeyOf(payment), mockStatus));
  }
  await settlePayment(ctx, payment.id).catch((error) => {
    // The payment stays pending, and a job checks it again.
    if (!(error instanceof ProviderOutcomeUnknown)) throw error;
  });
}

/**
 * Notifications are not signed, so they only trigger a check. Unknown ones are recorded and
 * ignored.
 */
export async function receiveNotification(
  ctx: Context,
  event: string,
  objectId: string,
): Promise<void> {
  const { database, clock, jobs } = ctx;
  const provider = paymentProvider(ctx);
  if (provider?.name === 'yookassa') {
    const paymentId = await findPaymentIdByProviderId(database, provider.name, objectId);
    if (paymentId) return jobs.enqueue(settlePaymentJob, { payment_id: paymentId });
    const refundId = await findRefundIdByProviderId(database, objectId);
    if (refundId) return jobs.enqueue(settleRefundJob, { refund_id: refundId });
  }
  await recordUnknownNotification(database, event, objectId, clock.now());
}

export function attentionRoutes(ctx: Context): Route[] {
  return [
    route(paymentTroubleEndpoints.listPaymentTroubles, ({ query }) => listAttention(ctx, query)),
    route(paymentTroubleEndpoints.getPaymentTrouble, async ({ params }) => ({
      trouble: await getAttention(ctx, params.id),
    })),
    route(paymentTroubleEndpoints.refreshPaymentTrouble, async ({ owner, params }) => ({
      trouble: await retryQuery(ctx, owner, params.id),
    })),
    route(paymentTroubleEndpoints.refundAgain, async ({ owner, params }) => ({
      trouble: await repeatRefund(ctx, owner, params.id),
    })),
    route(paymentTroubleEndpoints.recordManualRefund, async ({ owner, params, body }) => {
      await recordManualRefund(ctx, owner, params.id, body);
      return {};
    }),
    route(paymentTroubleEndpoints.recordSettlement, async ({ owner, params, body }) => {
      await recordSettlement(ctx, owner, params.id, body.reference);
      return {};
    }),
  ];
}
