import { productName } from '../../identity/legal/index.ts';
import { moscowDay } from '@zavet/contract/days';
import { isBoughtPlan } from '@zavet/contract/plans/plan-catalogue';
import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson, lockUser, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import {
  findPaymentMethod,
  findRenewalTries,
  keptBy,
  openPayment,
  type PaymentDeps,
  settlePaymentJob,
} from '../payments/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import { eachEndedPlan } from './each-ended-plan.ts';
import { planExpired } from './emails/plan-mails.ts';
import { findNotice } from './notice-repository.ts';
import { chargeLeave } from './notice-rules.ts';
import type { PlanDeps } from './plan-deps.ts';
import { amendPlan, lockPlan, type OwnerPlan } from './plan-repository.ts';
import { afterLapse, renewalStep } from './plan-rules.ts';
import { nextProduct, upcomingCharge } from './upcoming-charge.ts';

/** Renews every plan whose period is over, or lets it run out. */
export async function endPeriods(deps: PlanDeps, payments: PaymentDeps): Promise<void> {
  const { database, clock, log } = deps;
  // Where nobody can be paid, nobody can be blamed for not paying.
  if (!payments.provider) return;
  // One owner's trouble must not keep the others waiting; it comes round again.
  await eachEndedPlan(database, { today: moscowDay(clock.now()) }, (userId) =>
    endPeriod(deps, payments, userId).catch((error) =>
      log.error(
        { code: 'period_not_ended', err: error, user_id: userId },
        'a period could not be ended',
      ),
    ),
  );
}

/** Only decides; the payment itself is settled by its job, so that nobody waits for the network. */
function endPeriod(deps: PlanDeps, payments: PaymentDeps, userId: string): Promise<void> {
  const { database, clock, jobs } = deps;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const plan = await lockPlan(database, userId);
    const method = await findPaymentMethod(database, userId);
    const tries = await findRenewalTries(database, userId, plan.version, payments.provider?.name);
    // How the last try ended is not known yet; nothing may be decided before.
    if (tries.pending) return;
    const kept = keptBy(method, payments.provider?.name);
    const { step } = renewalStep(plan, { ...tries, method: kept }, moscowDay(clock.now()));
    const leave = step === 'try' ? await leaveToCharge(deps, payments, userId, plan) : undefined;
    if (step === 'lapse' || leave === 'unreachable') await lapse(deps, userId, plan);
    if (leave !== 'charge' || !method) return;
    const renewal = await openRenewal(deps, payments, userId, plan, method.method_id);
    if (renewal) await jobs.enqueue(settlePaymentJob, { payment_id: renewal });
  });
}

/** Nobody is charged who was not told before. */
async function leaveToCharge(
  deps: PlanDeps,
  payments: PaymentDeps,
  userId: string,
  plan: OwnerPlan,
): Promise<'charge' | 'wait' | 'unreachable'> {
  const { version, valid_until } = plan;
  const { database, clock } = deps;
  if (!valid_until) return 'wait';
  const amount_kopecks = await upcomingCharge(deps, payments, userId, plan);
  const key = { user_id: userId, version, valid_until, amount_kopecks };
  const notice = await findNotice(database, key);
  return chargeLeave(valid_until, notice, moscowDay(clock.now()));
}

async function openRenewal(
  deps: PlanDeps,
  payments: PaymentDeps,
  userId: string,
  plan: OwnerPlan,
  methodId: string,
): Promise<string | undefined> {
  const product = await nextProduct(deps, userId, plan);
  const person = await findPerson(deps.database, userId);
  if (!product || !person) return undefined;
  const { id } = await openPayment(payments, {
    user_id: userId,
    plan_id: product.plan_id,
    kind: 'renewal',
    amount_kopecks: product.price_kopecks,
    basis: plan.version,
    description: productName(mailWords(person.language), product.plan.id, product.period),
    receipt_email: person.email,
    return_url: null,
    method_id: methodId,
  });
  return id;
}

async function lapse(
  { database, clock, jobs }: PlanDeps,
  userId: string,
  plan: OwnerPlan,
): Promise<void> {
  const next = afterLapse(plan, moscowDay(clock.now()));
  // Quotations hold on: at the end of a period they have nothing to set off.
  await amendPlan(database, userId, next);
  await recordSecurityEvent(database, userId, 'plan_changed', systemActor, clock.now());
  const { used_bytes } = await readStorage(database, userId);
  await orderMail({ jobs }, planExpired, {
    user_id: userId,
    ...(isBoughtPlan(plan.plan) ? { plan: plan.plan } : { limit_mb: plan.limit_mb }),
    files_removed_on: used_bytes > next.limit_mb * bytesPerMb ? next.grace_until : null,
  });
}
