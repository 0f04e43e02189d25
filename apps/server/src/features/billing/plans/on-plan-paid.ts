import { productOf } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import {
  deletePaymentMethod,
  type EffectStatus,
  findPaymentMethod,
  findRenewalAttempts,
  type Payment,
  type PaymentEffects,
} from '../payments/index.ts';
import { settleLapse } from './grace-periods.ts';
import { recordPeriod } from './outage-repository.ts';
import { planLapsed, planPaid } from './plan-mails.ts';
import { amendPlan, changePlan, lockPlan, readPlan } from './plan-repository.ts';
import {
  isBought,
  type PlanState,
  type PricedProduct,
  planAfterPurchase,
  planAfterRenewal,
  renewalStep,
  withPrice,
} from './plan-rules.ts';
import { readNextProduct } from './read-plan.ts';
import { paymentRefunded } from './refund-mail.ts';

type OwnPayment = Payment & { user_id: string };

/** Effects of payments for plans, in the transaction that ends the payment. */
export function createPlanEffects(ctx: Context): PaymentEffects {
  return {
    accountsToLock: async () => [],
    isNeeded: (payment, methodId) => isNeeded(ctx, payment, methodId),
    succeeded: async (payment, savesMethod) => {
      const hasEffect = isOwned(payment) && (await applyPayment(ctx, payment, savesMethod));
      return hasEffect ? null : 'superseded';
    },
    canceled: async (payment, reason) => {
      if (payment.kind === 'renewal' && isOwned(payment)) {
        await recordDecline(ctx, payment, reason);
      }
    },
    refunded: (payment, amount_kopecks) =>
      enqueueMail(ctx, paymentRefunded, { user_id: payment.user_id, amount_kopecks }),
    ownerNames: async () => new Map(),
    effectStatus: (payment) => effectStatusOf(ctx, payment),
  };
}

function isOwned(payment: Payment): payment is OwnPayment {
  return payment.user_id !== null;
}

/** State of a payment: needed for one version of the plan, and in force while its product runs. */
async function effectStatusOf(
  { database }: Context,
  { user_id, plan_id, basis }: OwnPayment,
): Promise<EffectStatus> {
  const plan = await readPlan(database, user_id);
  const product = productOf(plan_id);
  const is_needed = plan.version === basis;
  return {
    is_needed,
    is_in_force:
      product !== undefined && plan.plan === product.plan.id && plan.period === product.period,
    takes_effect_at: null,
    reason: is_needed ? null : 'superseded',
  };
}

/** False if the plan has changed or the card of a renewal was removed. */
async function isNeeded(
  { database }: Context,
  { user_id, kind, basis }: OwnPayment,
  methodId: string | null,
): Promise<boolean> {
  const plan = await readPlan(database, user_id);
  if (plan.version !== basis) return false;
  if (kind === 'purchase') return true;
  const method = await findPaymentMethod(database, user_id);
  return plan.auto_renewal && method?.method_id === methodId;
}

/** Prices change over time, so payments with older quotations are refunded. */
const quoteLifetimeMs = 48 * 60 * 60 * 1000;

export function isQuoteStale({ created_at }: Pick<Payment, 'created_at'>, now: Date): boolean {
  return now.getTime() - created_at.getTime() > quoteLifetimeMs;
}

/**
 * A payment takes effect only on the version it was quoted for, so only one payment per quotation
 * does.
 */
async function applyPayment(
  ctx: Context,
  payment: OwnPayment,
  savesMethod: boolean,
): Promise<boolean> {
  const { database, clock } = ctx;
  const { user_id, kind, amount_kopecks, basis } = payment;
  const product = await quotedProduct(ctx, payment);
  const state = await lockPlan(database, user_id);
  const now = clock.now();
  const isTooOld = kind === 'purchase' && isQuoteStale(payment, now);
  if (!product || state.version !== basis || isTooOld) return false;
  const hadMethod = (await findPaymentMethod(database, user_id)) !== undefined;
  // An upgrade keeps the owner's choice about automatic renewal.
  const autoRenewal = isBought(state) && hadMethod ? state.auto_renewal : savesMethod;
  const today = moscowDay(now);
  const next =
    kind === 'renewal'
      ? planAfterRenewal(state, product, today)
      : planAfterPurchase(product, today, autoRenewal);
  await changePlan(database, user_id, next);
  await recordPeriod(database, user_id, payment.id, next);
  await recordSecurityEvent(database, user_id, 'plan_changed', systemActor, now);
  const facts = {
    user_id,
    plan: product.plan.id,
    amount_kopecks,
    valid_until: next.valid_until ?? '',
    next_amount_kopecks: next.auto_renewal ? await nextPrice(ctx, user_id, next) : null,
  };
  await enqueueMail(ctx, planPaid, { event: kind === 'renewal' ? 'renewed' : 'bought', ...facts });
  const settled = { owner_id: user_id, basis, payment_id: payment.id, contact_id: null };
  await settleLapse(ctx, settled);
  return true;
}

/** The product at its full price on the day of the quotation. A renewal is always paid in full. */
async function quotedProduct(
  ctx: Context,
  { user_id, plan_id, kind, amount_kopecks, created_at }: OwnPayment,
): Promise<PricedProduct | undefined> {
  const product = productOf(plan_id);
  if (!product) return undefined;
  if (kind === 'renewal') return { ...product, price_kopecks: amount_kopecks };
  return withPrice(await pricesFor(ctx, user_id, moscowDay(created_at)), product);
}

async function nextPrice(ctx: Context, userId: string, next: PlanState): Promise<number | null> {
  const product = await readNextProduct(ctx, userId, next);
  return product?.price_kopecks ?? null;
}

/** The customer withdrew the consent, so the card must never be charged again. */
const consentWithdrawn = 'permission_revoked';
/** Reasons set by this service, not by a bank. */
const internalReasons = ['never_created', 'vanished', 'settled_by_operator'];

async function recordDecline(
  ctx: Context,
  payment: OwnPayment,
  reason: string | null,
): Promise<void> {
  const { database, clock } = ctx;
  const { user_id, basis, amount_kopecks, provider } = payment;
  const product = productOf(payment.plan_id);
  const state = await lockPlan(database, user_id);
  if (!product || state.version !== basis || (reason && internalReasons.includes(reason))) return;
  if (reason === consentWithdrawn) {
    await deletePaymentMethod(database, user_id);
    await amendPlan(database, user_id, { auto_renewal: false });
  }
  const today = moscowDay(clock.now());
  const attempts = await findRenewalAttempts(database, user_id, basis, provider);
  const method = reason === consentWithdrawn ? 'none' : 'own';
  const next = renewalStep(state, { ...attempts, method }, today);
  const nextTry = next.step === 'wait' ? next.until : today;
  await enqueueMail(ctx, planLapsed, {
    event: 'declined',
    user_id,
    plan: product.plan.id,
    amount_kopecks,
    next_try_on: next.step === 'lapse' ? null : nextTry,
  });
}
