import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { ProviderUnsure } from './payment-provider.ts';
import { findPayment, type Payment } from './payment-repository.ts';
import { settlePayment } from './settle-payment.ts';

export interface BegunPayment {
  confirmation_url: string;
  payment_id: string;
}

interface Quoted {
  id: string;
  isNew: boolean;
}

/** Asks the provider for the payment that `quote` writes down, and says where the browser has to go. */
export async function beginPayment(
  ctx: Context,
  returnUrl: string,
  quote: () => Promise<Quoted>,
): Promise<BegunPayment> {
  const first = await askForPayment(ctx, await quote());
  // An earlier payment for the same thing had run out: this is a new one.
  const payment =
    first.status === 'canceled' && !first.isNew ? await askForPayment(ctx, await quote()) : first;
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

async function askForPayment(ctx: Context, { id, isNew }: Quoted) {
  ctx.checkpoint('payment.written');
  try {
    await settlePayment(ctx, id);
  } catch (error) {
    if (error instanceof ProviderUnsure) fail('payment_outcome_unknown');
    throw error;
  }
  const found = await findPayment(ctx.database, id);
  if (!found) return fail('session_missing');
  return { ...found.payment, isNew };
}

const returnPath = '/yookassa-return';

/** Whether an address is the page of this site that people come back to. */
export function isReturnPage(url: string, publicUrl: string): boolean {
  const { origin, pathname } = new URL(url);
  return origin === new URL(publicUrl).origin && pathname === returnPath;
}
