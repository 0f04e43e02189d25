import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { idField, timestamp } from '../fields.ts';
import { paymentErrors, paymentOutcomes, refundReasons } from './payment-values.ts';
import { planProducts } from './plan-catalogue.ts';

export const paymentStatuses = ['pending', 'succeeded', 'canceled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Results that /mock-payment returns. */
export const mockStatuses = ['succeeded', 'canceled', 'error'] as const;
export type MockStatus = (typeof mockStatuses)[number];

export const receiptStates = ['pending', 'succeeded', 'canceled'] as const;

const paymentInput = z.object({
  /** In rubles; must equal the offered amount. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
  currency: z.string('required').max(3, 'invalid'),
  plan_id: z.enum(planProducts, 'invalid'),
  /** Must be the id of the caller. */
  user_id: z.string('required').max(64, 'invalid'),
  description: z.string('invalid').max(128, 'too_long'),
  /** Address of the return page on this site. */
  return_url: z.url('invalid').max(2000, 'too_long'),
});
export type PaymentInput = z.output<typeof paymentInput>;

export const paymentView = z.object({
  id: z.string(),
  plan_id: z.string(),
  kind: z.enum(['purchase', 'renewal', 'activation', 'gift']),
  /** In rubles. */
  amount: z.number(),
  currency: z.string(),
  status: z.enum(paymentStatuses),
  refund: z
    .object({
      amount: z.number(),
      status: z.enum(paymentStatuses),
      reason: z.enum(refundReasons),
    })
    .nullable(),
  /** Registration of the tax receipt; null if none is expected. */
  receipt: z.enum(receiptStates).nullable(),
  /** Owner of the paid protocol or plan, as the payer sees them; null for own plans. */
  owner_name: z.string().nullable(),
  created_at: timestamp,
});
export type PaymentView = z.input<typeof paymentView>;

export const paymentEndpoints = {
  createPayment: defineEndpoint({
    id: 'create-payment',
    summary: 'Start a plan payment. The browser continues at the returned address.',
    route: 'POST /payments',
    callers: 'owner',
    proof: 'fresh',
    body: paymentInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: ['plan_not_offered', ...paymentErrors],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  refreshPaymentStatus: defineEndpoint({
    id: 'refresh-payment-status',
    summary:
      'Refresh the status of an own payment at the provider: the latest of a plan, or the one of a crt.',
    route: 'POST /payments/status',
    callers: 'owner',
    body: z.object({
      action: z.literal('refresh-payment-status', 'invalid'),
      plan_id: z.enum(planProducts, 'invalid').optional(),
      /**
       * The `client_return_token` of an activation or gift. Either this or the plan identifies the
       * payment.
       */
      crt: z.string('invalid').max(128, 'invalid').optional(),
      /** Result chosen on the mock page; ignored for real payments. */
      payment_id: idField.optional(),
      status: z.enum(mockStatuses, 'invalid').optional(),
    }),
    output: z.object({
      success: z.literal(true),
      payment_status: z.enum(paymentStatuses),
      is_paid: z.boolean(),
      outcome: z.enum(paymentOutcomes),
      /** Reason of a cancellation or refund, if known. */
      reason: z.enum(refundReasons).nullable(),
      /** Start of the paid service if it is in the future. */
      takes_effect_at: timestamp.nullable(),
    }),
    errors: ['not_found'],
    limits: [{ per: 'account', max: 300, seconds: hour }],
  }),
  listPayments: defineEndpoint({
    id: 'list-payments',
    summary: 'Own payments, newest first.',
    route: 'GET /payments',
    callers: 'owner',
    output: z.object({ payments: z.array(paymentView) }),
  }),
  receivePaymentNotification: defineEndpoint({
    id: 'yookassa-notification',
    summary: 'Notification of the payment provider. The status is re-read from the provider.',
    route: 'POST /payments/yookassa/notification',
    callers: 'anyone',
    body: z.object({
      event: z.string('required').max(100, 'invalid'),
      object: z.object({ id: z.string('required').min(1, 'required').max(100, 'invalid') }),
    }),
    limits: [{ per: 'address', max: 120, seconds: minute }],
  }),
} as const;
