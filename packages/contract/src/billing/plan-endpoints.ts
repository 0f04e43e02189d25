import { z } from 'zod';
import { defineEndpoint, hour } from '../endpoint.ts';
import { idField } from '../fields.ts';
import { planIds, planPeriods, planProducts, storagePlans } from './plan-catalogue.ts';

/**
 * The plan of an owner that ran out, as a trusted contact sees it: the day on which files go, and
 * what keeps them. Nothing else about what the owner stores or pays.
 */
const lapsingPlan = z.object({
  user_id: z.string(),
  trusted_contact_id: z.string(),
  files_removed_on: z.iso.date(),
  /** A month and a year of the plan that keeps everything; in rubles, at the caller's prices. */
  offers: z.array(
    z.object({ plan_id: z.enum(planProducts), amount: z.number(), valid_until: z.iso.date() }),
  ),
  /** Another contact is paying at this moment; the first payment counts. */
  is_paid_by_other: z.boolean(),
});

const giftInput = z.object({
  /** Whose plan it is, and as whom the caller pays. */
  owner_id: idField,
  trusted_contact_id: idField,
  plan_id: z.enum(planProducts, 'invalid'),
  /** In rubles; must be what the offer said. */
  amount: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
  /** The return page of this site, with `type` and `crt`. */
  return_url: z.url('invalid').max(2000, 'too_long'),
  /** Made by the browser; with it the return page asks how the payment stands. */
  client_return_token: z.string('required').regex(/^[\w-]{22,128}$/, 'invalid'),
});

/** What a trusted contact may do about a plan that its owner did not pay for. */
export const giftEndpoints = {
  listLapsingPlans: defineEndpoint({
    id: 'list-lapsing-plans',
    summary: 'Plans of owners who trust the caller that ran out and will cost them files.',
    method: 'GET',
    path: '/legacies/plans',
    callers: 'owner',
    output: z.object({ plans: z.array(lapsingPlan) }),
  }),
  payForOwner: defineEndpoint({
    id: 'pay-for-owner',
    summary: 'Begin to pay for the plan of an owner who trusts the caller. No card is saved.',
    method: 'POST',
    path: '/legacies/plans/payments',
    callers: 'owner',
    proof: 'fresh',
    body: giftInput,
    output: z.object({ confirmation_url: z.string(), payment_id: z.string() }),
    errors: [
      'legacy_not_found',
      'plan_settled',
      'plan_not_offered',
      'payment_mismatch',
      'payments_unavailable',
      'payment_outcome_unknown',
      'payment_refused',
    ],
    limits: [{ per: 'account', max: 30, seconds: hour }],
  }),
} as const;

/**
 * What can be done with a product today.
 * `current`: it is the running plan. `buy`: nothing runs that counts towards it. `upgrade`: more
 * storage, the rest of the running period is set off. `to_yearly`: the running plan for a year.
 * `smaller`: it has no more storage than there is now. `worth_more`: the rest of the running period
 * is worth more than it costs, so that changing would lose money.
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
  /** What it costs this person in full, in rubles. */
  price: z.number(),
  /** What has to be paid today, in rubles. */
  amount: z.number(),
  /** How long it would be valid. */
  valid_until: z.iso.date(),
});
export type PlanOffer = z.output<typeof planOffer>;

export const planView = z.object({
  plan: z.enum(storagePlans),
  period: z.enum(planPeriods).nullable(),
  valid_until: z.iso.date().nullable(),
  limit_mb: z.number(),
  auto_renewal: z.boolean(),
  /** The saved card, as its mask. */
  payment_method: z.object({ title: z.string(), last4: z.string().nullable() }).nullable(),
  /** When the saved card is charged for the next period; null where it is not. */
  charged_on: z.iso.date().nullable(),
  /** With how much, in rubles. */
  charged_amount: z.number().nullable(),
  /**
   * The mail that this waits for was refused for the owner's address: no money is taken, no file
   * goes. `contacts`: files are kept because no trusted contact could be told.
   */
  unreached: z.enum(['renewal', 'removal', 'contacts']).nullable(),
  /** A renewal that is due and was declined; it is tried again on that day. */
  renewal_declined: z.object({ next_try_on: z.iso.date().nullable() }).nullable(),
  /** Only while the plan is `free_expired`. */
  expired: z
    .object({
      plan: z.enum(planIds),
      period: z.enum(planPeriods),
      on: z.iso.date(),
      /** When the newest files above the limit are removed; null when everything fits. */
      files_removed_on: z.iso.date().nullable(),
    })
    .nullable(),
  offers: z.array(planOffer),
});
export type PlanView = z.output<typeof planView>;

const often = { per: 'account', max: 60, seconds: hour } as const;

export const planEndpoints = {
  getPlan: defineEndpoint({
    id: 'get-plan',
    summary: 'The own storage plan and what can be bought today, at which price.',
    method: 'GET',
    path: '/plan',
    callers: 'owner',
    output: planView,
  }),
  setAutoRenewal: defineEndpoint({
    id: 'set-auto-renewal',
    summary: 'Whether the plan is renewed with the saved card when its period ends.',
    method: 'PUT',
    path: '/plan/auto-renewal',
    callers: 'owner',
    proof: 'fresh',
    body: z.object({ is_on: z.boolean('invalid') }),
    output: planView,
    errors: ['payment_method_missing', 'plan_not_running'],
    limits: [often],
  }),
  removePaymentMethod: defineEndpoint({
    id: 'remove-payment-method',
    summary: 'Forget the saved card. It is never charged again.',
    method: 'DELETE',
    path: '/plan/payment-method',
    callers: 'owner',
    proof: 'fresh',
    output: planView,
    errors: ['payment_method_missing'],
    limits: [often],
  }),
} as const;
export type LapsingPlan = z.output<typeof lapsingPlan>;
export type GiftInput = z.output<typeof giftInput>;
