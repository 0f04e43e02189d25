import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';
import type { ProviderName } from './payment-rules.ts';

/** A retry sends the same order with the same key. */
export interface PaymentOrder {
  payment_id: string;
  idempotence_key: string;
  amount_kopecks: number;
  currency: string;
  plan_id: string;
  description: string;
  receipt_email: string;
  /** Address for the browser after the payment; null if a saved card is charged. */
  return_url: string | null;
  method_id: string | null;
  /** The card may be charged again later. */
  saves_method: boolean;
  created_at: Date;
}

/** The part of an order that remains when the payer's account is deleted. */
export type PaymentKey = Pick<
  PaymentOrder,
  'payment_id' | 'amount_kopecks' | 'currency' | 'created_at'
>;

export function paymentKeyOf({
  id: payment_id,
  amount_kopecks,
  currency,
  created_at,
}: Omit<PaymentKey, 'payment_id'> & { id: string }): PaymentKey {
  return { payment_id, amount_kopecks, currency, created_at };
}

export interface ProviderPayment {
  id: string;
  status: PaymentStatus;
  amount_kopecks: number;
  currency: string;
  is_test: boolean;
  /** Our id, sent as metadata. */
  payment_id: string | null;
  confirmation_url: string | null;
  method: SavedMethod | null;
  receipt: PaymentStatus | null;
  cancellation_reason: string | null;
}

export interface SavedMethod {
  id: string;
  title: string;
  last4: string | null;
}

export interface RefundOrder {
  idempotence_key: string;
  provider_payment_id: string;
  amount_kopecks: number;
  currency: string;
  description: string;
  receipt_email: string | null;
}

export interface ProviderRefund {
  id: string;
  status: PaymentStatus;
}

export interface ListedRefund extends ProviderRefund {
  amount_kopecks: number;
}

/**
 * Every call may throw `ProviderOutcomeUnknown` (retry with the same key) or `ProviderRefused` (not
 * done, and never will be).
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  create(order: PaymentOrder): Promise<ProviderPayment>;
  /** Undefined if the provider has no such payment. */
  read(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /** Finds a payment by our id, if the provider's id is unknown. */
  find(order: PaymentKey): Promise<ProviderPayment | undefined>;
  /** Cancels an unpaid payment. Absent if the provider does not support it. */
  cancel?(providerPaymentId: string, order: PaymentKey): Promise<ProviderPayment>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
  /** All refunds of a payment, including those unknown to us. */
  listRefunds(providerPaymentId: string): Promise<ListedRefund[]>;
}

export class ProviderOutcomeUnknown extends Error {
  /** Delay requested by the provider. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ProviderOutcomeUnknown';
    this.retryAfterMs = options.retryAfterMs;
  }
}

export class ProviderRefused extends Error {
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.name = 'ProviderRefused';
    this.code = code;
  }
}
