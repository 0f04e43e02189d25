import { z } from 'zod';
import { idField } from '../contacts/contact-schemas.ts';
import { defineEndpoint } from '../endpoint.ts';
import { planProducts } from './plan-catalogue.ts';

/** The `type` in the address that a payer for another's plan comes back to. */
export const giftReturnType = 'plan_gift';

/**
 * The plan of an owner that ran out, as a trusted contact sees it: the day on which files go, and
 * what keeps them. Nothing else about what the owner stores or pays.
 */
export const lapsingPlan = z.object({
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
export type LapsingPlan = z.output<typeof lapsingPlan>;

export const giftInput = z.object({
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
export type GiftInput = z.output<typeof giftInput>;

/** What a trusted contact may do about a plan that its owner did not pay for. */
export const giftEndpoints = {
  listLapsingPlans: defineEndpoint({
    id: 'list-lapsing-plans',
    summary: 'Plans of owners who trust the caller that ran out and will cost them files.',
    method: 'GET',
    path: '/legacies/plans',
    callers: 'owner',
    output: z.object({ plans: z.array(lapsingPlan) }),
    errors: [],
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
    limits: [{ per: 'account', max: 30, seconds: 3600 }],
  }),
} as const;
