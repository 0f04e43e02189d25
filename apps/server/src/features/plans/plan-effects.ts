import { moscowDay } from '@zavet/contract/days';
import { productOf } from '@zavet/contract/plans/plan-catalogue';
import { recordSecurityEvent } from '../account/account-face.ts';
import {
  deletePaymentMethod,
  findPaymentMethod,
  findRenewalTries,
  type Payment,
  type PaymentEffects,
} from '../payments/payments-face.ts';
import { orderPlanMail } from './plan-mail.ts';
import type { PlanParts } from './plan-parts.ts';
import { amendPlan, changePlan, lockPlan } from './plan-repository.ts';
import { afterPurchase, afterRenewal, renewalStep } from './plan-rules.ts';

type OwnPayment = Payment & { user_id: string };
type Parts = Pick<PlanParts, 'database' | 'clock' | 'jobs'>;

/** What payments for plans do. All of it runs in the transaction that ends the payment. */
export function createPlanEffects(parts: Parts): PaymentEffects {
  return {
    succeeded: (payment) => applyPayment(parts, payment),
    canceled: (payment, reason) =>
      payment.kind === 'renewal' ? noteDecline(parts, payment, reason) : Promise.resolve(),
    refunded: (payment, amount_kopecks) =>
      orderPlanMail(parts.jobs, payment.user_id, 'payment_refunded', { amount_kopecks }),
  };
}

/** Takes effect only on the very plan that it was quoted for: one payment per quotation can. */
async function applyPayment(
  { database, clock, jobs }: Parts,
  payment: OwnPayment,
): Promise<boolean> {
  const { user_id, plan_id, kind, amount_kopecks, basis } = payment;
  const product = productOf(plan_id);
  const state = await lockPlan(database, user_id);
  if (!product || state.version !== basis) return false;
  const hasMethod = (await findPaymentMethod(database, user_id, payment.provider)) !== undefined;
  const next =
    kind === 'renewal'
      ? afterRenewal(state, product)
      : afterPurchase(product, moscowDay(clock.now()), hasMethod);
  await changePlan(database, user_id, next, payment.id);
  const nobody = { address: null, user_agent: null };
  await recordSecurityEvent(database, user_id, 'plan_changed', nobody, clock.now());
  const facts = {
    plan: product.plan.id,
    amount_kopecks,
    valid_until: next.valid_until ?? '',
    renews: next.auto_renewal,
  };
  await orderPlanMail(jobs, user_id, kind === 'renewal' ? 'plan_renewed' : 'plan_bought', facts);
  return true;
}

/** The customer withdrew the consent: such a card must never be charged again. */
const withdrawn = 'permission_revoked';

async function noteDecline(
  { database, clock, jobs }: Parts,
  payment: OwnPayment,
  reason: string | null,
): Promise<void> {
  const { user_id, basis, amount_kopecks } = payment;
  const product = productOf(payment.plan_id);
  const state = await lockPlan(database, user_id);
  if (!product || state.version !== basis) return;
  if (reason === withdrawn) {
    await deletePaymentMethod(database, user_id);
    await amendPlan(database, user_id, { auto_renewal: false });
  }
  const today = moscowDay(clock.now());
  const tries = await findRenewalTries(database, user_id, basis);
  const next = renewalStep(state, { ...tries, has_method: reason !== withdrawn }, today);
  await orderPlanMail(jobs, user_id, 'renewal_declined', {
    plan: product.plan.id,
    amount_kopecks,
    next_try_on: next.step === 'wait' ? next.until : null,
  });
}
