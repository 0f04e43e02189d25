import type { PaymentStatus } from '@zavet/contract/billing/payment-endpoints';

export const providerNames = ['mock', 'yookassa'] as const;

export type ProviderName = (typeof providerNames)[number];

/** A payment to be created. The same order always carries the same key and the same words. */
export interface PaymentOrder {
  payment_id: string;
  idempotence_key: string;
  amount_kopecks: number;
  currency: string;
  plan_id: string;
  description: string;
  receipt_email: string;
  /** Where the browser goes after paying; null when a saved card is charged. */
  return_url: string | null;
  method_id: string | null;
  /** Whether the card may be charged again later. */
  saves_method: boolean;
  created_at: Date;
}

/** What is left of an order when the person behind it is gone. */
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

/** A payment as the provider knows it. */
export interface ProviderPayment {
  id: string;
  status: PaymentStatus;
  amount_kopecks: number;
  currency: string;
  is_test: boolean;
  /** Our own id, as we told it. */
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

/** A refund as it stands in the provider's own list. */
export interface ListedRefund extends ProviderRefund {
  amount_kopecks: number;
}

/**
 * The one that takes the money. Every call may throw `ProviderOutcomeUnknown` (nobody knows whether it was done:
 * ask again with the same key) or `ProviderRefused` (it was not done and never will be).
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  create(order: PaymentOrder): Promise<ProviderPayment>;
  /** Undefined when the provider knows no such payment. */
  read(providerPaymentId: string): Promise<ProviderPayment | undefined>;
  /** The payment that an order became, where the provider's name for it is not known. */
  find(order: PaymentKey): Promise<ProviderPayment | undefined>;
  /** Calls back a payment that is not paid yet; absent where the provider knows no such thing. */
  cancel?(providerPaymentId: string, order: PaymentKey): Promise<ProviderPayment>;
  refund(order: RefundOrder): Promise<ProviderRefund>;
  readRefund(providerRefundId: string): Promise<ProviderRefund | undefined>;
  /** Everything that was given back of a payment, also what we have no name for. */
  listRefunds(providerPaymentId: string): Promise<ListedRefund[]>;
}

export class ProviderOutcomeUnknown extends Error {
  /** How long the provider wants to be left alone, where it says so. */
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
