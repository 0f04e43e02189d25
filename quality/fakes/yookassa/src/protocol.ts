import { randomUUID } from 'node:crypto';

export interface Amount {
  value: string;
  currency: string;
}

export type PaymentStatus = 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';

export interface CancellationDetails {
  party: string;
  reason: string;
}

export interface PaymentMethodObject {
  type: 'bank_card';
  id: string;
  saved: boolean;
  title: string;
  card: {
    first6: string;
    last4: string;
    expiry_month: string;
    expiry_year: string;
    card_type: string;
  };
}

export interface PaymentObject {
  id: string;
  status: PaymentStatus;
  paid: boolean;
  test: boolean;
  refundable: boolean;
  amount: Amount;
  created_at: string;
  expires_at?: string;
  confirmation?: { type: 'redirect'; return_url: string; confirmation_url: string };
  payment_method?: PaymentMethodObject;
  receipt_registration: 'pending' | 'succeeded' | 'canceled';
  metadata?: Record<string, string>;
  cancellation_details?: CancellationDetails;
}

export interface RefundObject {
  id: string;
  payment_id: string;
  status: 'pending' | 'succeeded' | 'canceled';
  amount: Amount;
  created_at: string;
  receipt_registration?: 'pending' | 'succeeded' | 'canceled';
  cancellation_details?: CancellationDetails;
}

export type PaymentEvent = 'payment.waiting_for_capture' | 'payment.succeeded' | 'payment.canceled';

export type Notification =
  | { type: 'notification'; event: PaymentEvent; object: PaymentObject }
  | { type: 'notification'; event: 'refund.succeeded'; object: RefundObject };

export function kopecksOf({ value }: Amount): number {
  return Number(value.replace('.', ''));
}

interface Facts {
  parameter?: string;
  retry_after?: number;
}

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: Facts;

  constructor(status: number, code: string, description: string, facts: Facts = {}) {
    super(description);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.facts = facts;
  }

  body() {
    return {
      type: 'error',
      id: randomUUID(),
      code: this.code,
      description: this.message,
      ...this.facts,
    };
  }
}

export function invalidRequest(description: string, parameter?: string): ApiError {
  return new ApiError(400, 'invalid_request', description, { ...(parameter && { parameter }) });
}

export function notFound(resource: string): ApiError {
  return new ApiError(404, 'not_found', `${resource} doesn't exist`);
}
