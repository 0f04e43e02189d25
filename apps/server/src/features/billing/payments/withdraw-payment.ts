import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { takeAnswer } from './end-payment.ts';
import { paymentProvider } from './payment-providers.ts';
import { findPayment } from './payment-repository.ts';

export const withdrawPaymentJob = jobName<{ payment_id: string }>('withdraw-payment');

/**
 * Calls back a payment that nobody waits for any more, where the provider allows it. Elsewhere it
 * stays pending: the provider lets it run out, or says that it was paid, and then it is refunded.
 * So does one that the provider has not named yet: it is asked after like any other.
 */
export async function withdrawPayment(ctx: Context, id: string): Promise<void> {
  const { database } = ctx;
  const found = await findPayment(database, id);
  const provider = paymentProvider(ctx);
  if (found?.payment.status !== 'pending' || found.payment.provider !== provider?.name) return;
  const { provider_payment_id, amount_kopecks, currency, created_at } = found.payment;
  if (!provider_payment_id || !provider.cancel) return;
  const key = { payment_id: id, amount_kopecks, currency, created_at };
  await takeAnswer(ctx, id, await provider.cancel(provider_payment_id, key));
}
