import { giftEndpoints } from '@zavet/contract/plans/gift-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { PaymentDeps } from '../payments/index.ts';
import { listLapsingPlans } from './list-lapsing-plans.ts';
import { payForOwner } from './pay-for-owner.ts';
import type { PlanDeps } from './plan-deps.ts';

/** What a trusted contact does about the plan of an owner. */
export function giftRoutes(deps: PlanDeps, payments: PaymentDeps): Route[] {
  return [
    route(giftEndpoints.listLapsingPlans, async ({ owner }) => ({
      plans: await listLapsingPlans(deps, owner.user_id),
    })),
    route(giftEndpoints.payForOwner, ({ owner, body }) => payForOwner(deps, payments, owner, body)),
  ];
}
