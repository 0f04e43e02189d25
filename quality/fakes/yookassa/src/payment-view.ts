import {
  type CancellationDetails,
  kopecksOf,
  type PaymentMethodObject,
  type PaymentObject,
  type PaymentStatus,
} from './objects.ts';
import type { PaymentRequest } from './validation.ts';

export interface Payment {
  id: string;
  /** Grows with every payment, so that lists can be paged through while it goes on. */
  number: number;
  request: PaymentRequest;
  status: PaymentStatus;
  /** Paid, declined or given up, though that may not show yet. */
  isDecided: boolean;
  created_at: Date;
  method?: { id: string; saved: boolean; last4: string };
  cancellation?: CancellationDetails;
  /** Given back or on its way back. */
  refunded_kopecks: number;
}

interface ViewSettings {
  isTest: boolean;
  paymentExpiryMs: number;
  payPage: (id: string) => string;
}

/** A payment as it is told to the outside. */
export function toObject(payment: Payment, settings: ViewSettings): PaymentObject {
  const { id, status, request, method, cancellation } = payment;
  const { amount, metadata, confirmation } = request;
  const isPending = status === 'pending';
  const expiry = new Date(payment.created_at.getTime() + settings.paymentExpiryMs);
  return {
    id,
    status,
    paid: status === 'succeeded' || status === 'waiting_for_capture',
    test: settings.isTest,
    refundable: status === 'succeeded' && leftKopecks(payment) > 0,
    amount: { ...amount },
    created_at: payment.created_at.toISOString(),
    ...(isPending && { expires_at: expiry.toISOString() }),
    ...(isPending &&
      confirmation && {
        confirmation: { ...confirmation, confirmation_url: settings.payPage(id) },
      }),
    ...(method && { payment_method: toMethodObject(method) }),
    receipt_registration: status === 'waiting_for_capture' ? 'pending' : status,
    ...(metadata && { metadata: { ...metadata } }),
    ...(cancellation && { cancellation_details: cancellation }),
  };
}

export function leftKopecks({ request, refunded_kopecks }: Payment): number {
  return kopecksOf(request.amount) - refunded_kopecks;
}

function toMethodObject({ id, saved, last4 }: NonNullable<Payment['method']>): PaymentMethodObject {
  const card = {
    first6: '555555',
    last4,
    expiry_month: '12',
    expiry_year: '2040',
    card_type: 'MasterCard',
  };
  return { type: 'bank_card', id, saved, title: `Bank card *${last4}`, card };
}
