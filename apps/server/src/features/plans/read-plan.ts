import { moscowDay } from '@zavet/contract/days';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import {
  findPaymentMethod,
  findRenewalTries,
  keptBy,
  type PaymentParts,
} from '../payments/payments-face.ts';
import { readStorage } from '../storage/storage-face.ts';
import { offersFor } from './offer-rules.ts';
import type { PlanParts } from './plan-parts.ts';
import { type OwnerPlan, readPlan } from './plan-repository.ts';
import { renewalStep } from './plan-rules.ts';

export async function readPlanView(
  { database, clock }: Pick<PlanParts, 'database' | 'clock'>,
  { provider }: Pick<PaymentParts, 'provider'>,
  userId: string,
): Promise<PlanView> {
  const plan = await readPlan(database, userId);
  const method = await findPaymentMethod(database, userId);
  const tries = await findRenewalTries(database, userId, plan.version, provider?.name);
  const { used_bytes, limit_mb } = await readStorage(database, userId);
  const today = moscowDay(clock.now());
  const kept = keptBy(method, provider?.name);
  const step = renewalStep(plan, { ...tries, method: kept }, today);
  return {
    plan: plan.plan,
    period: plan.period,
    valid_until: plan.valid_until,
    limit_mb: plan.limit_mb,
    auto_renewal: plan.auto_renewal,
    payment_method: method ? { title: method.title, last4: method.last4 } : null,
    renewal_declined:
      tries.declined > 0 && step.step !== 'none'
        ? { next_try_on: step.step === 'lapse' ? null : step.step === 'wait' ? step.until : today }
        : null,
    expired: expiryOf(plan, used_bytes > limit_mb * bytesPerMb),
    offers: offersFor(plan, today).map(({ amount_kopecks, ...offer }) => ({
      ...offer,
      amount: amount_kopecks / 100,
    })),
  };
}

function expiryOf(plan: OwnerPlan, isOver: boolean): PlanView['expired'] {
  const { former_plan, former_period, expired_on, grace_until } = plan;
  if (plan.plan !== 'free_expired' || !former_plan || !former_period || !expired_on) return null;
  return {
    plan: former_plan,
    period: former_period,
    on: expired_on,
    files_removed_on: isOver ? grace_until : null,
  };
}
