import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { paymentStatuses } from '../payments/payment-endpoints.ts';
import { refundReasons } from '../payments/payment-outcomes.ts';
import { codeInput, operatorAct, operatorCodeField } from './desk-endpoints.ts';
import {
  paymentTroubleKinds,
  troubleActs,
  troubleReferenceMaxLength,
  troubleResolutions,
} from './payment-values.ts';

const byId = z.object({ id: idField });
const kopecks = z.number().int();
const reference = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(troubleReferenceMaxLength, 'too_long');

export const troubleRow = z.object({
  id: z.string(),
  kind: z.enum(paymentTroubleKinds),
  payment_id: z.string(),
  /** What it is about: of the refund, what is still owed, or the whole payment. */
  amount_kopecks: kopecks,
  since: timestamp,
  last_seen_at: timestamp,
  resolved_at: timestamp.nullable(),
  resolution: z.enum(troubleResolutions).nullable(),
});
export type TroubleRow = z.input<typeof troubleRow>;

export const troubleView = troubleRow.extend({
  /** Null once the payer's account is gone. */
  payer: z.object({ id: z.string(), email: z.string() }).nullable(),
  payment: z.object({
    plan_id: z.string(),
    kind: z.enum(['purchase', 'renewal', 'activation', 'gift']),
    provider: z.string(),
    provider_payment_id: z.string().nullable(),
    amount_kopecks: kopecks,
    refunded_kopecks: kopecks,
    status: z.enum(paymentStatuses),
    created_at: timestamp,
    settled_at: timestamp.nullable(),
  }),
  refund: z
    .object({
      id: z.string(),
      amount_kopecks: kopecks,
      reason: z.enum(refundReasons),
      status: z.enum(paymentStatuses),
      provider_refund_id: z.string().nullable(),
      checks: z.number().int(),
      created_at: timestamp,
    })
    .nullable(),
  /** What was recorded when it was settled. */
  reference: z.string().nullable(),
  settled_kopecks: kopecks.nullable(),
  /** The history of the payment, oldest first. */
  events: z.array(
    z.object({ kind: z.string(), detail: z.string().nullable(), created_at: timestamp }),
  ),
  /** What can be done about it at this moment. */
  acts: z.array(z.enum(troubleActs)),
});
export type TroubleView = z.input<typeof troubleView>;

export const givenBackInput = z.object({
  amount_kopecks: z.number('required').int('invalid').positive('invalid'),
  /** How the provider, or the bank, calls it. */
  reference,
});

export const settledInput = z.object({ reference });

export const paymentTroubleEndpoints = {
  listPaymentTroubles: defineEndpoint({
    id: 'list-payment-troubles',
    summary: 'Payments and refunds that need a look, the oldest first; or those that are settled.',
    method: 'GET',
    path: '/operator/payments',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'settled'], 'invalid').default('open'),
      /** The last id of the page before. */
      after: idField.optional(),
    }),
    output: z.object({ troubles: z.array(troubleRow), next: z.string().nullable() }),
    errors: [],
  }),
  getPaymentTrouble: defineEndpoint({
    id: 'get-payment-trouble',
    summary: 'One of them, with the payment, its refund and its history.',
    method: 'GET',
    path: '/operator/payments/{id}',
    callers: 'operator',
    params: byId,
    output: z.object({ trouble: troubleView }),
    errors: ['not_found'],
  }),
  askProviderAgain: defineEndpoint({
    id: 'ask-provider-again',
    summary: 'Ask the provider how it stands, and act on the answer as always.',
    method: 'POST',
    path: '/operator/payments/{id}/question',
    callers: 'operator',
    proof: 'recent',
    params: byId,
    output: z.object({ trouble: troubleView }),
    errors: ['not_found', 'trouble_act_refused', 'payments_unavailable', 'payment_outcome_unknown'],
    limits: [{ per: 'account', max: 60, seconds: 3600 }],
  }),
  refundAgain: defineEndpoint({
    ...operatorAct,
    id: 'refund-again',
    summary: 'Give the money back once more, where the provider is known not to have done it.',
    path: '/operator/payments/{id}/refund',
    body: codeInput,
    output: z.object({ trouble: troubleView }),
    errors: [
      'not_found',
      'operator_involved',
      'trouble_act_refused',
      'refund_at_provider',
      'payments_unavailable',
      'payment_outcome_unknown',
    ],
  }),
  recordGivenBack: defineEndpoint({
    ...operatorAct,
    id: 'record-given-back',
    summary: 'Record that the money was given back by hand.',
    path: '/operator/payments/{id}/given-back',
    body: givenBackInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
  recordSettled: defineEndpoint({
    ...operatorAct,
    id: 'record-settled',
    summary: 'Record that it was settled with the payer in another way.',
    path: '/operator/payments/{id}/settled',
    body: settledInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
} as const;
