import {
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
} from './payment-provider.ts';
import type { Payment, PaymentRequest, PaymentWithRequest } from './payment-repository.ts';
import { keyLifetimeMs } from './payment-rules.ts';

export interface Question {
  /** How often the provider has been asked, this time included. */
  checks: number;
  ageMs: number;
  /** Whether what is paid for is still there to be paid for. */
  isWanted: boolean;
}

/** How the provider knows a payment; creates it there if that may be done. Undefined: not at all. */
export async function askProvider(
  provider: PaymentProvider,
  { payment, request }: PaymentWithRequest,
  { checks, ageMs, isWanted }: Question,
): Promise<ProviderPayment | undefined> {
  const key = keyOf(payment);
  if (payment.provider_payment_id) {
    return (await provider.read(payment.provider_payment_id)) ?? (await provider.find(key));
  }
  // A key that was forgotten would make a second payment; what nobody wants must not be made at all.
  if (!request || !isWanted || ageMs > keyLifetimeMs) return provider.find(key);
  try {
    return await provider.create(orderOf(payment, request));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // An earlier try may have got through without our hearing of it.
    return checks > 1 ? provider.find(key) : undefined;
  }
}

function keyOf({ id, amount_kopecks, currency, created_at }: Payment): PaymentKey {
  return { payment_id: id, amount_kopecks, currency, created_at };
}

function orderOf(payment: Payment, request: PaymentRequest): PaymentOrder {
  const { description, receipt_email, return_url, method_id } = request;
  return {
    ...keyOf(payment),
    idempotence_key: payment.idempotence_key,
    plan_id: payment.plan_id,
    description,
    receipt_email,
    return_url,
    method_id,
    saves_method: payment.kind === 'purchase',
  };
}
