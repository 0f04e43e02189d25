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
 * Writes down a payment before anybody is asked for money; joins the transaction it is called in.
 * A person who wants the same thing again while it is pending gets the same payment.
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
    // It was settled between the two statements; the caller may simply ask again.
    if (!found) throw new Error('A payment was settled while it was looked for.');
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

/** Asks the provider for the payment that `quote` writes down, and says where the browser has to go. */
export async function startPayment(
  ctx: Context,
  returnUrl: string,
  quote: () => Promise<OpenedPayment>,
): Promise<StartedPayment> {
  const first = await settleOpened(ctx, await quote());
  // An earlier payment for the same thing had run out: this is a new one.
  const payment =
    first.status === 'canceled' && !first.isNew ? await settleOpened(ctx, await quote()) : first;
  if (payment.status === 'canceled') fail('payment_refused');
  // Another tab has paid meanwhile: there is nothing left but to look at the result.
  if (payment.status === 'succeeded') {
    return { confirmation_url: returnTo(returnUrl, payment), payment_id: payment.id };
  }
  if (!payment.confirmation_url) return fail('payment_outcome_unknown');
  return { confirmation_url: payment.confirmation_url, payment_id: payment.id };
}

/** A payment that was begun before is asked after with the token that was made then. */
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

/** Whether an address is the page of this site that people come back to. */
export function isReturnPage(url: string, publicUrl: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === new URL(publicUrl).origin && pathname === returnPath;
}
