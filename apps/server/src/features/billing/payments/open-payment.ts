import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { newId } from '../../../platform/ids.ts';
import { paymentProvider } from './configured-provider.ts';
import { recordPaymentEvent } from './payment-history-repository.ts';
import { ProviderOutcomeUnknown } from './payment-provider.ts';
import {
  findPayment,
  findPendingPayment,
  insertPayment,
  type Payment,
  type PaymentRequest,
} from './payment-repository.ts';
import type { PaymentKind } from './payment-rules.ts';
import { settlePayment } from './settle-payment.ts';

const returnPath = '/yookassa-return';

interface NewPayment extends Omit<PaymentRequest, 'payment_id'> {
  plan_id: string;
  kind: PaymentKind;
  amount_kopecks: number;
  basis: number;
  client_return_token?: string;
}

/**
 * Records a payment before the provider is called, in the caller's transaction. A repeated request
 * returns the pending payment.
 */
export async function openPayment(
  ctx: Context,
  newPayment: NewPayment,
): Promise<{ id: string; isNew: boolean }> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider) throw new Error('Payments are not configured.');
  const { plan_id, kind, amount_kopecks, basis, client_return_token, ...request } = newPayment;
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
    const found = await findPendingPayment(database, { ...newPayment, provider: provider.name });
    // The pending payment was settled between the two statements; the caller may retry.
    if (!found) throw new Error('A payment was settled while it was looked up.');
    return { id: found.payment.id, isNew };
  });
}

export interface StartedPayment {
  confirmation_url: string;
  payment_id: string;
}

interface OpenedPayment {
  id: string;
  isNew: boolean;
}

/**
 * Creates the payment recorded by `quote` at the provider and returns the address for the browser.
 */
export async function startPayment(
  ctx: Context,
  returnUrl: string,
  quote: () => Promise<OpenedPayment>,
): Promise<StartedPayment> {
  const first = await settleOpened(ctx, await quote());
  // An earlier payment for the same product had expired.
  const payment =
    first.status === 'canceled' && !first.isNew ? await settleOpened(ctx, await quote()) : first;
  if (payment.status === 'canceled') fail('payment_refused');
  // Paid meanwhile in another tab: show the result.
  if (payment.status === 'succeeded') {
    return { confirmation_url: returnTo(returnUrl, payment), payment_id: payment.id };
  }
  if (!payment.confirmation_url) return fail('payment_outcome_unknown');
  return { confirmation_url: payment.confirmation_url, payment_id: payment.id };
}

/** The return address with the token of the payment, by which the return page finds it. */
function returnTo(returnUrl: string, { client_return_token }: Payment): string {
  if (!client_return_token) return returnUrl;
  const url = new URL(returnUrl);
  url.searchParams.set('crt', client_return_token);
  return url.href;
}

async function settleOpened(ctx: Context, { id, isNew }: OpenedPayment) {
  ctx.checkpoint('payment.written');
  try {
    await settlePayment(ctx, id);
  } catch (error) {
    if (error instanceof ProviderOutcomeUnknown) fail('payment_outcome_unknown');
    throw error;
  }
  const found = await findPayment(ctx.database, id);
  if (!found) return fail('session_missing');
  return { ...found.payment, isNew };
}

/** True for the return page of this site, the only permitted return address. */
export function isReturnPage(url: string, publicUrl: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === new URL(publicUrl).origin && pathname === returnPath;
}
