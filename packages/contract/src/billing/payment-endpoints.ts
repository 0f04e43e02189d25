import { z } from 'zod';
import { defineEndpoint, hour, minute } from '../endpoint.ts';
import { idField, timestamp } from '../fields.ts';
import { paymentOutcomes, refundReasons } from './payment-values.ts';
import { planProducts } from './plan-catalogue.ts';

export const paymentStatuses = ['pending', 'succeeded', 'canceled'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What /mock-payment sends the browser back with. */
export const mockStatuses = ['succeeded', 'canceled', 'error'] as const;
export type MockStatus = (typeof mockStatuses)[number];

export const receiptStates = ['pending', 'succeeded', 'canceled'] as const;

export const paymentInput = z.object({
  /** In rubles; must be what the offer said. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
  currency: z.string('required').max(3, 'invalid'),
  plan_id: z.enum(planProducts, 'invalid'),
  /** Must be the caller. */
  user_id: z.string('required').max(64, 'invalid'),
  description: z.string('invalid').max(128, 'too_long'),
  /** The return page of this site; the browser is sent there after paying. */
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
  /** Whether the tax receipt is registered; null where there is none to expect. */
  receipt: z.enum(receiptStates).nullable(),
  /** Whose protocol or plan was paid for, as the payer sees that owner; null for own plans. */
  owner_name: z.string().nullable(),
  created_at: timestamp,
});
export type PaymentView = z.input<typeof paymentView>;

export const paymentEndpoints = {
  createPayment: defineEndpoint({
    id: 'create-payment',
    summary: 'Begin to pay for a plan. The browser goes to the address that is answered.',
    method: 'POST',
    path: '/payments',
    callers: 'owner',
    proof: 'fresh',
    body: paymentInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: [
      'payment_mismatch',
      'plan_not_offered',
      'payments_unavailable',
      'payment_outcome_unknown',
      'payment_refused',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
  refreshPaymentStatus: defineEndpoint({
    id: 'refresh-payment-status',
    summary:
      'Ask the provider how an own payment stands: the latest for a plan, or the one of a crt.',
    method: 'POST',
    path: '/payments/status',
    callers: 'owner',
    body: z.object({
      action: z.literal('refresh-payment-status', 'invalid'),
      plan_id: z.enum(planProducts, 'invalid').optional(),
      /** The `client_return_token` of an activation or of another's plan; it, or the plan, names the payment. */
      crt: z.string('invalid').max(128, 'invalid').optional(),
      /** What the mock page sent the browser back with; nobody else believes it. */
      payment_id: idField.optional(),
      status: z.enum(mockStatuses, 'invalid').optional(),
    }),
    output: z.object({
      success: z.literal(true),
      payment_status: z.enum(paymentStatuses),
      is_paid: z.boolean(),
      /** What became of it, which is more than whether it was paid. */
      outcome: z.enum(paymentOutcomes),
      /** Why it was cancelled, is not needed any more, or was given back, where that is known. */
      reason: z.enum(refundReasons).nullable(),
      /** When what was paid for follows, where that is not at once. */
      takes_effect_at: timestamp.nullable(),
    }),
    errors: ['not_found'],
    limits: [{ per: 'account', max: 300, seconds: hour }],
  }),
  listPayments: defineEndpoint({
    id: 'list-payments',
    summary: 'The own payments, newest first.',
    method: 'GET',
    path: '/payments',
    callers: 'owner',
    output: z.object({ payments: z.array(paymentView) }),
  }),
  notifyOfPayment: defineEndpoint({
    id: 'yookassa-notification',
    summary: 'The payment provider says that something changed; it is then asked what.',
    method: 'POST',
    path: '/payments/yookassa/notification',
    callers: 'anyone',
    body: z.object({
      event: z.string('required').max(100, 'invalid'),
      object: z.object({ id: z.string('required').min(1, 'required').max(100, 'invalid') }),
    }),
    output: z.object({}),
    limits: [{ per: 'address', max: 120, seconds: minute }],
  }),
} as const;
