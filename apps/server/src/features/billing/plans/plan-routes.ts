import { paymentEndpoints } from '@zavet/contract/billing/payment-endpoints';
import { planEndpoints } from '@zavet/contract/billing/plan-endpoints';
import type { SecurityEventKind } from '@zavet/contract/identity/security-events';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { deletePaymentMethod, findPaymentMethod } from '../payments/index.ts';
import { buyPlan } from './buy-plan.ts';
import { amendPlan, lockPlan } from './plan-repository.ts';
import { isBought } from './plan-rules.ts';
import { readPlanView } from './read-plan.ts';

export function planRoutes(ctx: Context): Route[] {
  const { database, clock } = ctx;
  const note = (owner: Owner, caller: Caller, kind: SecurityEventKind) =>
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
        await note(owner, caller, 'auto_renewal_changed');
      });
      return view(owner.user_id);
    }),
    route(planEndpoints.removePaymentMethod, async ({ owner, caller }) => {
      await database.transaction(async () => {
        await lockUser(database, owner.user_id);
        await lockPlan(database, owner.user_id);
        if (!(await deletePaymentMethod(database, owner.user_id))) fail('payment_method_missing');
        await amendPlan(database, owner.user_id, { auto_renewal: false });
        await note(owner, caller, 'payment_method_removed');
      });
      return view(owner.user_id);
    }),
    route(paymentEndpoints.createPayment, ({ owner, body }) => buyPlan(ctx, owner, body)),
  ];
}
