import { paymentEndpoints } from '@zavet/contract/billing/payment-endpoints';
import { giftEndpoints, planEndpoints } from '@zavet/contract/billing/plan-endpoints';
import { outageEndpoints } from '@zavet/contract/desk/payment-endpoints';
import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { deletePaymentMethod, findPaymentMethod } from '../payments/index.ts';
import { listLapsingPlans, payForOwner } from './gifts.ts';
import { listOutages } from './outage-repository.ts';
import { outageProblem } from './outage-rules.ts';
import { previewOutage, recordOutage } from './outages.ts';
import { buyPlan } from './plan-changes.ts';
import { amendPlan, lockPlan } from './plan-repository.ts';
import { isBought } from './plan-rules.ts';
import { readPlanView } from './read-plan.ts';

const listLimit = 50;

export function planRoutes(ctx: Context): Route[] {
  const { database, clock } = ctx;
  const recordEvent = (owner: Owner, caller: Caller, kind: SecurityEventKind) =>
    recordSecurityEvent(database, owner.user_id, kind, caller, clock.now());
  const view = (userId: string) => readPlanView(ctx, userId);
  return [
    route(planEndpoints.getPlan, ({ owner }) => view(owner.user_id)),
    route(planEndpoints.setAutoRenewal, async ({ owner, body, caller }) => {
      await database.transaction(async () => {
        await lockUser(database, owner.user_id);
        const plan = await lockPlan(database, owner.user_id);
        if (!isBought(plan)) fail('plan_not_running');
        const method = await findPaymentMethod(database, owner.user_id);
        if (body.is_on && !method) fail('payment_method_missing');
        await amendPlan(database, owner.user_id, { auto_renewal: body.is_on });
        await recordEvent(owner, caller, 'auto_renewal_changed');
      });
      return view(owner.user_id);
    }),
    route(planEndpoints.removePaymentMethod, async ({ owner, caller }) => {
      await database.transaction(async () => {
        await lockUser(database, owner.user_id);
        await lockPlan(database, owner.user_id);
        if (!(await deletePaymentMethod(database, owner.user_id))) fail('payment_method_missing');
        await amendPlan(database, owner.user_id, { auto_renewal: false });
        await recordEvent(owner, caller, 'payment_method_removed');
      });
      return view(owner.user_id);
    }),
    route(paymentEndpoints.createPayment, ({ owner, body }) => buyPlan(ctx, owner, body)),
  ];
}

export function giftRoutes(ctx: Context): Route[] {
  return [
    route(giftEndpoints.listLapsingPlans, async ({ owner }) => ({
      plans: await listLapsingPlans(ctx, owner.user_id),
    })),
    route(giftEndpoints.payForOwner, ({ owner, body }) => payForOwner(ctx, owner, body)),
  ];
}

export function outageRoutes(ctx: Context): Route[] {
  const { database, clock } = ctx;
  const timeOf = (body: { started_at: string; ended_at: string }) => {
    const outage = { started_at: new Date(body.started_at), ended_at: new Date(body.ended_at) };
    const problem = outageProblem(outage.started_at, outage.ended_at, clock.now());
    if (problem) fail('invalid_input', { fields: { ended_at: problem } });
    return outage;
  };
  return [
    route(outageEndpoints.listOutages, async () => ({
      outages: (await listOutages(database, listLimit)).map((outage) => ({
        id: outage.id,
        started_at: outage.started_at,
        ended_at: outage.ended_at,
        recorded_at: outage.created_at,
        applied_at: outage.applied_at,
        owners: outage.owners,
      })),
    })),
    route(outageEndpoints.previewOutage, async ({ body }) => ({
      preview: await previewOutage(ctx, timeOf(body)),
    })),
    route(outageEndpoints.recordOutage, async ({ owner, body }) => ({
      is_new: await recordOutage(ctx, operatorActor(owner), timeOf(body)),
    })),
  ];
}
