import type { PlanView } from '@zavet/contract/billing/plan-endpoints';

/** The free plan, without offers of other plans. */
export const freePlan: PlanView = {
  plan: 'free',
  period: null,
  valid_until: null,
  limit_mb: 30,
  auto_renewal: false,
  payment_method: null,
  charged_on: null,
  charged_amount: null,
  unreached: null,
  renewal_declined: null,
  expired: null,
  offers: [],
};
