import { type MockStatus, paymentEndpoints } from '@zavet/contract/billing/payment-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { takeAnswer } from './end-payment.ts';
import { listPayments } from './list-payments.ts';
import { mockOutcome } from './mock-provider.ts';
import { ProviderUnsure } from './payment-provider.ts';
import { paymentProvider } from './payment-providers.ts';
import { findOwnPayment, type Payment } from './payment-repository.ts';
import { readOutcome } from './read-outcome.ts';
import { receiveNotification } from './receive-notification.ts';
import { settlePayment } from './settle-payment.ts';

export function paymentRoutes(ctx: Context): Route[] {
  const { database } = ctx;
  return [
    route(paymentEndpoints.refreshPaymentStatus, async ({ owner, body }) => {
      const name = { ...body, client_return_token: body.crt };
      const find = () => findOwnPayment(database, owner.user_id, name);
      const payment = await find();
      if (!payment) return fail('not_found');
      await refresh(ctx, payment, body.status);
      const known = (await find()) ?? payment;
      const { status } = known;
      const told = await readOutcome(ctx, owner.user_id, known);
      return { success: true, payment_status: status, is_paid: status === 'succeeded', ...told };
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

async function refresh(
  ctx: Context,
  payment: Payment,
  mockStatus: MockStatus | undefined,
): Promise<void> {
  if (payment.status !== 'pending') return;
  // Nobody but the mock believes what the browser brings.
  if (paymentProvider(ctx)?.name === 'mock' && payment.provider === 'mock' && mockStatus) {
    const { id: payment_id, amount_kopecks, currency, created_at } = payment;
    const key = { payment_id, amount_kopecks, currency, created_at };
    return takeAnswer(ctx, payment.id, mockOutcome(key, mockStatus));
  }
  await settlePayment(ctx, payment.id).catch((error) => {
    // Still pending, then; it is asked after again without anybody's help.
    if (!(error instanceof ProviderUnsure)) throw error;
  });
}
