import { z } from 'zod';
import { paymentStatuses } from '../billing/payment-endpoints.ts';
import {
  paymentTroubleKinds,
  refundReasons,
  troubleActs,
  troubleReferenceMaxLength,
  troubleResolutions,
} from '../billing/payment-values.ts';
import { planIds } from '../billing/plan-catalogue.ts';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField, idParams, timestamp } from '../fields.ts';
import { codeInput, operatorAct, operatorCodeField } from './desk-endpoints.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A time during which the service could not be used. */
export const outageInput = z.object({ began_at: moment, ended_at: moment });

export const outageView = z.object({
  id: z.string(),
  began_at: timestamp,
  ended_at: timestamp,
  recorded_at: timestamp,
  /** When every owner has been compensated. */
  applied_at: timestamp.nullable(),
  /** How many owners have been looked at so far. */
  owners: z.number().int(),
});

/** What an outage would do, by the rules that are applied to it. */
export const outagePreview = z.object({
  /** Whether it is made good with money instead of days. */
  is_long: z.boolean(),
  is_recorded: z.boolean(),
  extended: z.array(
    z.object({ plan: z.enum(planIds), days: z.number().int(), owners: z.number().int() }),
  ),
  /** Owners who get money back, how much in all, and what their payments do not cover. */
  refunded_owners: z.number().int(),
  refunded_kopecks: z.number().int(),
  missing_kopecks: z.number().int(),
});

export const outageEndpoints = {
  listOutages: defineEndpoint({
    id: 'list-outages',
    summary: 'The outages that were recorded, the latest first.',
    method: 'GET',
    path: '/operator/outages',
    callers: 'operator',
    output: z.object({ outages: z.array(outageView) }),
  }),
  previewOutage: defineEndpoint({
    id: 'preview-outage',
    summary: 'Whom an outage would extend or give money back, by the same rules; changes nothing.',
    method: 'POST',
    path: '/operator/outages/preview',
    callers: 'operator',
    body: outageInput,
    output: z.object({ preview: outagePreview }),
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  recordOutage: defineEndpoint({
    id: 'record-outage',
    summary: 'Record an outage; within the hour a job makes it good.',
    method: 'POST',
    path: '/operator/outages',
    callers: 'operator',
    asksForCode: true,
    body: outageInput.extend({ code: operatorCodeField }),
    output: z.object({ is_new: z.boolean() }),
  }),
} as const;

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

export const manualRefundInput = z.object({
  amount_kopecks: z.number('required').int('invalid').positive('invalid'),
  /** How the provider, or the bank, calls it. */
  reference,
});

export const settlementInput = z.object({ reference });

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
  }),
  getPaymentTrouble: defineEndpoint({
    id: 'get-payment-trouble',
    summary: 'One of them, with the payment, its refund and its history.',
    method: 'GET',
    path: '/operator/payments/{id}',
    callers: 'operator',
    params: idParams,
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
    params: idParams,
    output: z.object({ trouble: troubleView }),
    errors: ['not_found', 'trouble_act_refused', 'payments_unavailable', 'payment_outcome_unknown'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
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
    body: manualRefundInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
  recordSettled: defineEndpoint({
    ...operatorAct,
    id: 'record-settled',
    summary: 'Record that it was settled with the payer in another way.',
    path: '/operator/payments/{id}/settled',
    body: settlementInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
} as const;
export type OutageView = z.input<typeof outageView>;
export type OutagePreview = z.output<typeof outagePreview>;
