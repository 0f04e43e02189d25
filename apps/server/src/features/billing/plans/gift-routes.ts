import { giftEndpoints } from '@zavet/contract/billing/plan-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listLapsingPlans } from './list-lapsing-plans.ts';
import { payForOwner } from './pay-for-owner.ts';

/** What a trusted contact does about the plan of an owner. */
export function giftRoutes(ctx: Context): Route[] {
  return [
    route(giftEndpoints.listLapsingPlans, async ({ owner }) => ({
      plans: await listLapsingPlans(ctx, owner.user_id),
    })),
    route(giftEndpoints.payForOwner, ({ owner, body }) => payForOwner(ctx, owner, body)),
  ];
}
