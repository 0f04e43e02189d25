import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { paymentProvider } from './payment-providers.ts';
import { findPendingPayment, insertPayment, type PaymentRequest } from './payment-repository.ts';
import type { PaymentKind } from './payment-values.ts';

export interface WantedPayment extends Omit<PaymentRequest, 'payment_id'> {
  plan_id: string;
  kind: PaymentKind;
  amount_kopecks: number;
  basis: number;
  client_return_token?: string;
}

/**
 * Writes down a payment before anybody is asked for money; joins the transaction it is called in.
 * A person who wants the same thing again while it is pending gets the same payment.
 */
export async function openPayment(
  ctx: Context,
  wanted: WantedPayment,
): Promise<{ id: string; isNew: boolean }> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider) throw new Error('Payments are not configured.');
  const { plan_id, kind, amount_kopecks, basis, client_return_token, ...request } = wanted;
  const id = newId();
  const now = clock.now();
  return database.transaction(async () => {
    const isNew = await insertPayment(
      database,
      {
        id,
        user_id: request.user_id,
        plan_id,
        kind,
        amount_kopecks,
        basis,
        client_return_token,
        provider: provider.name,
        idempotence_key: id,
        next_check_at: now,
        created_at: now,
      },
      { payment_id: id, ...request },
    );
    if (isNew) {
      await recordPaymentEvent(database, id, 'created', now);
      return { id, isNew };
    }
    const found = await findPendingPayment(database, { ...wanted, provider: provider.name });
    // It was settled between the two statements; the caller may simply ask again.
    if (!found) throw new Error('A payment was settled while it was looked for.');
    return { id: found.payment.id, isNew };
  });
}
