import { z } from 'zod';
import { paymentStatuses } from '../billing/payment-endpoints.ts';
import {
  paymentTroubleKinds,
  refundReasons,
  troubleActions,
  troubleReferenceMaxLength,
  troubleResolutions,
} from '../billing/payment-values.ts';
import { planIds } from '../billing/plan-catalogue.ts';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField, idParams, timestamp } from '../fields.ts';
import { codeInput, operatorAction, operatorCodeField } from './desk-endpoints.ts';

const moment = z.iso.datetime({ offset: true, error: 'date_invalid' }).max(40, 'date_invalid');

/** A time without service. */
export const outageInput = z.object({ started_at: moment, ended_at: moment });

const outageView = z.object({
  id: z.string(),
  started_at: timestamp,
  ended_at: timestamp,
  recorded_at: timestamp,
  /** Time at which all owners had been compensated. */
  applied_at: timestamp.nullable(),
  /** Owners processed so far. */
  owners: z.number().int(),
});
export type OutageView = z.input<typeof outageView>;

/** Effects of an outage according to the compensation rules. */
const outagePreview = z.object({
  /** True if compensated with money instead of days. */
  is_long: z.boolean(),
  is_recorded: z.boolean(),
  extended: z.array(
    z.object({ plan: z.enum(planIds), days: z.number().int(), owners: z.number().int() }),
  ),
  /** Sums over all owners. `missing` is the compensation that exceeds their payments. */
  refunded_owners: z.number().int(),
  refunded_kopecks: z.number().int(),
  missing_kopecks: z.number().int(),
});
export type OutagePreview = z.output<typeof outagePreview>;

export const outageEndpoints = {
  listOutages: defineEndpoint({
    id: 'list-outages',
    summary: 'Recorded outages, latest first.',
    route: 'GET /operator/outages',
    callers: 'operator',
    output: z.object({ outages: z.array(outageView) }),
  }),
  previewOutage: defineEndpoint({
    id: 'preview-outage',
    summary: 'Effects of an outage on plans and payments. Changes nothing.',
    route: 'POST /operator/outages/preview',
    callers: 'operator',
    body: outageInput,
    output: z.object({ preview: outagePreview }),
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  recordOutage: defineEndpoint({
    id: 'record-outage',
    summary: 'Record an outage; a job compensates owners within the hour.',
    route: 'POST /operator/outages',
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

const troubleRow = z.object({
  id: z.string(),
  kind: z.enum(paymentTroubleKinds),
  payment_id: z.string(),
  /** The unpaid part of a refund, or the whole payment. */
  amount_kopecks: kopecks,
  since: timestamp,
  last_seen_at: timestamp,
  resolved_at: timestamp.nullable(),
  resolution: z.enum(troubleResolutions).nullable(),
});
export type TroubleRow = z.input<typeof troubleRow>;

export const troubleView = troubleRow.extend({
  /** Null if the payer's account is deleted. */
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
  /** Note of the settlement. */
  reference: z.string().nullable(),
  settled_kopecks: kopecks.nullable(),
  /** History of the payment, oldest first. */
  events: z.array(
    z.object({ kind: z.string(), detail: z.string().nullable(), created_at: timestamp }),
  ),
  /** Actions that are possible now. */
  acts: z.array(z.enum(troubleActions)),
});
export type TroubleView = z.input<typeof troubleView>;

export const manualRefundInput = z.object({
  amount_kopecks: z.number('required').int('invalid').positive('invalid'),
  /** Reference at the provider or bank. */
  reference,
});

export const settlementInput = z.object({ reference });

export const paymentTroubleEndpoints = {
  listPaymentTroubles: defineEndpoint({
    id: 'list-payment-troubles',
    summary: 'Payments and refunds that need an operator, oldest first; or settled ones.',
    route: 'GET /operator/payments',
    callers: 'operator',
    query: z.object({
      state: z.enum(['open', 'settled'], 'invalid').default('open'),
      /** Last id of the previous page. */
      after: idField.optional(),
    }),
    output: z.object({ troubles: z.array(troubleRow), next: z.string().nullable() }),
  }),
  getPaymentTrouble: defineEndpoint({
    id: 'get-payment-trouble',
    summary: 'One payment trouble with the payment, its refund and its history.',
    route: 'GET /operator/payments/{id}',
    callers: 'operator',
    params: idParams,
    output: z.object({ trouble: troubleView }),
    errors: ['not_found'],
  }),
  refreshPaymentTrouble: defineEndpoint({
    id: 'refetch-payment',
    summary: 'Refresh the status at the provider and process it as usual.',
    route: 'POST /operator/payments/{id}/question',
    callers: 'operator',
    proof: 'recent',
    params: idParams,
    output: z.object({ trouble: troubleView }),
    errors: ['not_found', 'trouble_act_refused', 'payments_unavailable', 'payment_outcome_unknown'],
    limits: [{ per: 'account', max: 60, seconds: hour }],
  }),
  refundAgain: defineEndpoint({
    ...operatorAction,
    id: 'refund-again',
    summary: 'Repeat a refund that the provider did not carry out.',
    route: 'POST /operator/payments/{id}/refund',
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
  recordManualRefund: defineEndpoint({
    ...operatorAction,
    id: 'record-manual-refund',
    summary: 'Record a manual refund.',
    route: 'POST /operator/payments/{id}/manual-refund',
    body: manualRefundInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
  recordSettlement: defineEndpoint({
    ...operatorAction,
    id: 'record-settled',
    summary: 'Record another settlement with the payer.',
    route: 'POST /operator/payments/{id}/settled',
    body: settlementInput.extend({ code: operatorCodeField }),
    errors: ['not_found', 'operator_involved', 'trouble_act_refused'],
  }),
} as const;
