import { productOf } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { type Day, moscowDay } from '@zavet/contract/days';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import { pricesFor } from '../../identity/legal/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import {
  cardStateOf,
  findPaymentMethod,
  findRenewalAttempts,
  paymentProvider,
} from '../payments/index.ts';
import { offersFor } from './offer-rules.ts';
import { findNotice, type OwnerPlan, readPlan } from './plan-repository.ts';
import {
  chargeDay,
  isBought,
  kopecksPerRuble,
  type PlanState,
  type PricedProduct,
  renewalStep,
  withPrice,
} from './plan-rules.ts';

export async function readPlanView(ctx: Context, userId: string): Promise<PlanView> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  const plan = await readPlan(database, userId);
  const method = await findPaymentMethod(database, userId);
  const attempts = await findRenewalAttempts(database, userId, plan.version, provider?.name);
  const { used_bytes, limit_mb } = await readStorage(database, userId);
  const today = moscowDay(clock.now());
  const cardState = cardStateOf(method, provider?.name);
  const step = renewalStep(plan, { ...attempts, method: cardState }, today);
  const isAboveLimit = used_bytes > limit_mb * bytesPerMb;
  const renewal = await readRenewal(ctx, userId, plan, today);
  const prices = await pricesFor(ctx, userId, today);
  return {
    plan: plan.plan,
    period: plan.period,
    valid_until: plan.valid_until,
    limit_mb: plan.limit_mb,
    auto_renewal: plan.auto_renewal,
    payment_method: method ? { title: method.title, last4: method.last4 } : null,
    charged_on: renewal.charged_on,
    charged_amount: renewal.charged_amount,
    unreached: unreachedOf(plan, isAboveLimit, renewal.isRefused),
    renewal_declined:
      attempts.declined > 0 && step.step !== 'none'
        ? { next_try_on: step.step === 'lapse' ? null : step.step === 'wait' ? step.until : today }
        : null,
    expired: expiryOf(plan, isAboveLimit),
    offers: offersFor(plan, prices, today).map(({ price_kopecks, amount_kopecks, ...offer }) => ({
      ...offer,
      price: price_kopecks / kopecksPerRuble,
      amount: amount_kopecks / kopecksPerRuble,
    })),
  };
}

/** Day and amount of the next charge, and whether the notice about it was refused. */
async function readRenewal(
  ctx: Context,
  userId: string,
  plan: OwnerPlan,
  today: Day,
): Promise<Pick<PlanView, 'charged_on' | 'charged_amount'> & { isRefused: boolean }> {
  const { version, valid_until } = plan;
  const amount_kopecks = await readUpcomingCharge(ctx, userId, plan);
  if (amount_kopecks === 0 || !valid_until) {
    return { charged_on: null, charged_amount: null, isRefused: false };
  }
  const key = { user_id: userId, version, valid_until, amount_kopecks };
  const notice = await findNotice(ctx.database, key);
  return {
    charged_on: chargeDay(valid_until, notice?.accepted_on ?? today),
    charged_amount: amount_kopecks / kopecksPerRuble,
    isRefused: Boolean(notice?.refused_on),
  };
}

function unreachedOf(
  plan: OwnerPlan,
  isAboveLimit: boolean,
  isRefused: boolean,
): PlanView['unreached'] {
  if (isRefused) return 'renewal';
  if (!isAboveLimit || !plan.grace_until) return null;
  if (plan.grace_refused_on) return 'removal';
  return plan.grace_unnotified_since ? 'contacts' : null;
}

function expiryOf(plan: OwnerPlan, isAboveLimit: boolean): PlanView['expired'] {
  const { former_plan, former_period, expired_on, grace_until } = plan;
  if (plan.plan !== 'free_expired' || !former_plan || !former_period || !expired_on) return null;
  return {
    plan: former_plan,
    period: former_period,
    on: expired_on,
    files_removed_on: isAboveLimit ? grace_until : null,
  };
}

/** The charge for the next period; 0 if nothing is charged and the plan ends. */
export async function readUpcomingCharge(
  ctx: Context,
  userId: string,
  state: PlanState,
): Promise<number> {
  const product = await readNextProduct(ctx, userId, state);
  if (!product || !state.auto_renewal) return 0;
  const method = await findPaymentMethod(ctx.database, userId);
  return cardStateOf(method, paymentProvider(ctx)?.name) === 'own' ? product.price_kopecks : 0;
}

/**
 * The renewal of a plan at the price of the day its period ends. This price is announced, and valid
 * even if the charge is late.
 */
export async function readNextProduct(
  ctx: Context,
  userId: string,
  state: PlanState,
): Promise<PricedProduct | undefined> {
  const { plan, period, valid_until } = state;
  const product = productOf(`${plan}_${period}`);
  if (!isBought(state) || !product || !valid_until) return undefined;
  return withPrice(await pricesFor(ctx, userId, valid_until), product);
}
