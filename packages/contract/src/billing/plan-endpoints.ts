import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField } from '../fields.ts';
import { paymentErrors } from './payment-values.ts';
import { planIds, planPeriods, planProducts, storagePlans } from './plan-catalogue.ts';

/**
 * Expired plan of an owner as a trusted contact sees it, without anything else about storage and
 * payments.
 */
const lapsingPlan = z.object({
  user_id: z.string(),
  trusted_contact_id: z.string(),
  files_removed_on: z.iso.date(),
  /**
   * The cheapest plan that keeps all files, by month and by year; in rubles, at the caller's
   * prices.
   */
  offers: z.array(
    z.object({ plan_id: z.enum(planProducts), amount: z.number(), valid_until: z.iso.date() }),
  ),
  /** Another contact is paying now; the first payment counts. */
  is_paid_by_other: z.boolean(),
});
export type LapsingPlan = z.output<typeof lapsingPlan>;

const giftInput = z.object({
  owner_id: idField,
  trusted_contact_id: idField,
  plan_id: z.enum(planProducts, 'invalid'),
  /** In rubles; must equal the offer. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
  /** Return page on this site, with `type` and `crt`. */
  return_url: z.url('invalid').max(2000, 'too_long'),
  /** Made by the browser; identifies the payment on the return page. */
  client_return_token: z.string('required').regex(/^[\w-]{22,128}$/, 'invalid'),
});
export type GiftInput = z.output<typeof giftInput>;

/** Payments of trusted contacts for expired plans. */
export const giftEndpoints = {
  listLapsingPlans: defineEndpoint({
    id: 'list-lapsing-plans',
    summary: 'Expired plans of owners who named the caller and will lose files.',
    route: 'GET /legacies/plans',
    callers: 'owner',
    output: z.object({ plans: z.array(lapsingPlan) }),
  }),
  payForOwner: defineEndpoint({
    id: 'pay-for-owner',
    summary: 'Start a payment for the plan of an owner who named the caller. No card is saved.',
    route: 'POST /legacies/plans/payments',
    callers: 'owner',
    proof: 'fresh',
    body: giftInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: ['legacy_not_found', 'plan_settled', 'plan_not_offered', ...paymentErrors],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
} as const;

/**
 * Offers for a product today. `current`: the running plan. `buy`: no running plan. `upgrade`: more
 * storage, the rest of the period is deducted. `to_yearly`: the running plan for a year. `smaller`:
 * not more storage than now. `worth_more`: the rest of the period exceeds the price, so a change
 * would lose money.
 */
export const offerKinds = [
  'current',
  'buy',
  'upgrade',
  'to_yearly',
  'smaller',
  'worth_more',
] as const;
export type OfferKind = (typeof offerKinds)[number];

const planOffer = z.object({
  plan_id: z.enum(planProducts),
  kind: z.enum(offerKinds),
  /** Full price for this person, in rubles. */
  price: z.number(),
  /** To be paid today, in rubles. */
  amount: z.number(),
  valid_until: z.iso.date(),
});
export type PlanOffer = z.output<typeof planOffer>;

export const planView = z.object({
  plan: z.enum(storagePlans),
  period: z.enum(planPeriods).nullable(),
  valid_until: z.iso.date().nullable(),
  limit_mb: z.number(),
  auto_renewal: z.boolean(),
  /** Masked card. */
  payment_method: z.object({ title: z.string(), last4: z.string().nullable() }).nullable(),
  /** Next charge of the saved card; null if none is planned. */
  charged_on: z.iso.date().nullable(),
  /** In rubles. */
  charged_amount: z.number().nullable(),
  /**
   * A mail to the owner was refused, so no money is taken (`renewal`) and no file removed
   * (`removal`). `contacts`: files are kept because no trusted contact could be notified.
   */
  unreached: z.enum(['renewal', 'removal', 'contacts']).nullable(),
  /** A due renewal was declined; the next attempt is on that day. */
  renewal_declined: z.object({ next_try_on: z.iso.date().nullable() }).nullable(),
  /** Only for `free_expired`. */
  expired: z
    .object({
      plan: z.enum(planIds),
      period: z.enum(planPeriods),
      on: z.iso.date(),
      /** Removal of the newest files above the limit; null if everything fits. */
      files_removed_on: z.iso.date().nullable(),
    })
    .nullable(),
  offers: z.array(planOffer),
});
export type PlanView = z.output<typeof planView>;

const planLimit = { per: 'account', max: 60, seconds: hour } as const;

export const planEndpoints = {
  getPlan: defineEndpoint({
    id: 'get-plan',
    summary: "The own storage plan with today's offers and prices.",
    route: 'GET /plan',
    callers: 'owner',
    output: planView,
  }),
  setAutoRenewal: defineEndpoint({
    id: 'set-auto-renewal',
    summary: 'Switch automatic renewal with the saved card on or off.',
    route: 'PUT /plan/auto-renewal',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ is_on: z.boolean('invalid') }),
    output: planView,
    errors: ['payment_method_missing', 'plan_not_running'],
    limits: [planLimit],
  }),
  removePaymentMethod: defineEndpoint({
    id: 'remove-payment-method',
    summary: 'Delete the saved card. It is never charged again.',
    route: 'DELETE /plan/payment-method',
    callers: 'owner',
    proof: 'fresh',
    output: planView,
    errors: ['payment_method_missing'],
    limits: [planLimit],
  }),
} as const;
