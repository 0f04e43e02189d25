import type { PaymentInput } from '@zavet/contract/billing/payment-endpoints';
import { currency, type ProductDetails, productOf } from '@zavet/contract/billing/plan-catalogue';
import { type Day, moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { pricesFor, productName } from '../../identity/legal/index.ts';
import {
  deletePaymentMethod,
  isReturnPage,
  openPayment,
  paymentProvider,
  type StartedPayment,
  startPayment,
} from '../payments/index.ts';
import { settleLapse } from './grace-periods.ts';
import { isPayable, offerOf } from './offer-rules.ts';
import { truncatePeriods } from './outage-repository.ts';
import { amendPlan, changePlan, lockPlan } from './plan-repository.ts';
import { freePlan, withPrice } from './plan-rules.ts';

/** Starts a payment for a plan. Simultaneous requests for the same product share one payment. */
export async function buyPlan(
  ctx: Context,
  owner: Owner,
  input: PaymentInput,
): Promise<StartedPayment> {
  if (!paymentProvider(ctx)) fail('payments_unavailable');
  const product = productOf(input.plan_id);
  if (!product) return fail('plan_not_offered');
  if (input.user_id !== owner.user_id) failMismatch('user_id');
  if (input.currency !== currency) failMismatch('currency');
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  return startPayment(ctx, input.return_url, () => quote(ctx, owner, product, input));
}

/** Opens a payment at the price of the server. Fails if the browser has shown another price. */
function quote(
  ctx: Context,
  owner: Owner,
  product: ProductDetails,
  input: PaymentInput,
): Promise<{ id: string; isNew: boolean }> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, owner.user_id);
    const person = await findPerson(database, owner.user_id);
    if (!person) return fail('session_missing');
    const plan = await lockPlan(database, owner.user_id);
    const today = moscowDay(clock.now());
    const prices = await pricesFor(ctx, owner.user_id, today);
    const offer = offerOf(plan, withPrice(prices, product), today);
    if (!isPayable(offer.kind)) fail('plan_not_offered');
    if (input.amount * 100 !== offer.amount_kopecks) failMismatch('amount');
    return openPayment(ctx, {
      user_id: owner.user_id,
      plan_id: product.plan_id,
      kind: 'purchase',
      amount_kopecks: offer.amount_kopecks,
      basis: plan.version,
      description: productName(mailWords(person.language), product.plan.id, product.period),
      receipt_email: person.email,
      return_url: input.return_url,
      method_id: null,
    });
  });
}

function failMismatch(field: 'amount' | 'currency' | 'user_id'): never {
  return fail('payment_mismatch', { facts: { field } });
}

/**
 * Replaces the plan by one agreed with the support: paid elsewhere, not renewed, ends on
 * `valid_until`. Requires a transaction that has locked the owner.
 */
export async function giveCustomPlan(
  ctx: Context,
  userId: string,
  { limit_mb, valid_until }: { limit_mb: number; valid_until: Day },
): Promise<void> {
  const { database, clock } = ctx;
  const today = moscowDay(clock.now());
  const { version } = await lockPlan(database, userId);
  const plan = { ...freePlan, plan: 'custom', limit_mb, period_from: today, valid_until } as const;
  await changePlan(database, userId, plan);
  await truncatePeriods(database, userId, today);
  await recordSecurityEvent(database, userId, 'plan_changed', systemActor, clock.now());
  const settled = { owner_id: userId, basis: version, payment_id: null, contact_id: null };
  await settleLapse(ctx, settled);
}

/**
 * Switches automatic renewal off and deletes the card, so that pending renewals are not charged.
 * False if nothing changed. Requires a transaction that has locked the owner.
 */
export async function endRenewals({ database, clock }: Context, userId: string): Promise<boolean> {
  const { auto_renewal } = await lockPlan(database, userId);
  const hadCard = await deletePaymentMethod(database, userId);
  if (!auto_renewal && !hadCard) return false;
  await amendPlan(database, userId, { auto_renewal: false });
  await recordSecurityEvent(database, userId, 'renewals_ended', systemActor, clock.now());
  return true;
}
