import { moscowDay } from '@zavet/contract/days';
import { lockUser } from '../account/account-face.ts';
import { lockPayment, orderRefund } from '../payments/payments-face.ts';
import {
  closeOutage,
  insertOutageEffect,
  listOpenOutages,
  type Outage,
} from './outage-repository.ts';
import { orderPlanMail } from './plan-mail.ts';
import type { PlanParts } from './plan-parts.ts';
import { amendPlan, listPlansBetween, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { afterOutage, isBought, outageKopecks, outageStep } from './plan-rules.ts';

/** Compensates every owner whose plan ran during an outage, each once. */
export async function applyOutages(parts: PlanParts): Promise<void> {
  const { database, clock } = parts;
  for (const outage of await listOpenOutages(database)) {
    const days = [moscowDay(outage.began_at), moscowDay(outage.ended_at)] as const;
    for (const userId of await listPlansBetween(database, ...days)) {
      await compensate(parts, outage, userId);
    }
    await closeOutage(database, outage.id, clock.now());
  }
}

function compensate(parts: PlanParts, outage: Outage, userId: string): Promise<void> {
  const { database } = parts;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    const { step, days } = outageStep(plan, outage.began_at, outage.ended_at);
    if (!isBought(plan) || days === 0) return;
    if (!(await insertOutageEffect(database, outage.id, userId))) return;
    if (step === 'extend') await extend(parts, userId, plan, days);
    else await refund(parts, plan, days);
  });
}

async function extend(
  { database, jobs }: PlanParts,
  userId: string,
  plan: OwnerPlan,
  days: number,
): Promise<void> {
  const { valid_until, renewal_day } = afterOutage(plan, days);
  if (!valid_until) return;
  await amendPlan(database, userId, { valid_until, renewal_day });
  await orderPlanMail(jobs, userId, 'plan_extended', { days, valid_until });
}

async function refund(parts: PlanParts, plan: OwnerPlan, days: number): Promise<void> {
  const payment = plan.paid_by ? await lockPayment(parts.database, plan.paid_by) : undefined;
  if (payment) await orderRefund(parts, payment, 'outage', outageKopecks(plan, days));
}
