import type { RefundReason } from '@zavet/contract/billing/payment-values';
import {
  type PriceList,
  type ProductDetails,
  priceOf,
  productOf,
} from '@zavet/contract/billing/plan-catalogue';
import type { GiftInput, LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { mailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  findPerson,
  lockUsers,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { pricesFor, productName } from '../../identity/legal/index.ts';
import { readStorage } from '../../vault/storage/index.ts';
import {
  type EffectStatus,
  findOwnPayment,
  isReturnPage,
  openPayment,
  type Payment,
  type PaymentEffects,
  ProviderOutcomeUnknown,
  paymentProvider,
  type StartedPayment,
  settlePayment,
  startPayment,
} from '../payments/index.ts';
import { settleLapse } from './grace-periods.ts';
import {
  findGift,
  findGiftOwnerNames,
  findPendingGift,
  type Gift,
  insertGift,
  isContactOf,
  type LapsingLegacy,
  listLapsingLegacies,
  listOpenGifts,
} from './lapse-repository.ts';
import { canContactsPay, giftProducts, giftRefundReason } from './offer-rules.ts';
import { isQuoteStale } from './on-plan-paid.ts';
import { recordPeriod } from './outage-repository.ts';
import { planPaid } from './plan-mails.ts';
import { changePlan, lockPlan, type OwnerPlan, readPlan } from './plan-repository.ts';
import { type PricedProduct, planAfterPurchase, withPrice } from './plan-rules.ts';
import { paymentRefunded } from './refund-mail.ts';
import { paymentCutoff } from './removal-facts.ts';

/**
 * Starts a trusted contact's payment for the plan of an owner. The first of several payments takes
 * effect.
 */
export async function payForOwner(
  ctx: Context,
  payer: Owner,
  input: GiftInput,
): Promise<StartedPayment> {
  if (!paymentProvider(ctx)) return fail('payments_unavailable');
  if (!isReturnPage(input.return_url, ctx.mailer.site.publicUrl)) {
    fail('invalid_input', { fields: { return_url: 'invalid' } });
  }
  await requireContact(ctx, payer, input);
  await settleCompetingPayments(ctx, payer, input.owner_id);
  return startPayment(ctx, input.return_url, () => quote(ctx, payer, input));
}

/**
 * Fails unless the payer is a contact of the owner, with the error for an unknown owner, so that
 * the response reveals nothing.
 */
async function requireContact(
  { database }: Context,
  { user_id }: Owner,
  { owner_id, trusted_contact_id }: GiftInput,
): Promise<void> {
  const relation = { contact_id: trusted_contact_id, owner_id, person_id: user_id };
  if (!(await isContactOf(database, relation))) fail('legacy_not_found');
}

/** Sufficient for the usual number of contacts of an owner. */
const maxCompetingChecks = 3;

/** Checks other open gifts first, so that a paid plan is not paid for again. */
async function settleCompetingPayments(
  ctx: Context,
  payer: Owner,
  owner_id: string,
): Promise<void> {
  const { database, clock } = ctx;
  const { version: basis } = await readPlan(database, owner_id);
  const since = paymentCutoff(clock.now());
  const open = await listOpenGifts(database, { owner_id, basis, since });
  const competing = open.filter(({ payer_id }) => payer_id !== payer.user_id);
  for (const { payment_id } of competing.slice(0, maxCompetingChecks)) {
    await settlePayment(ctx, payment_id).catch((error) => {
      if (!(error instanceof ProviderOutcomeUnknown)) throw error;
    });
  }
}

/**
 * Opens a gift payment at the price of the server, or returns the pending one. Fails if the browser
 * has shown another price.
 */
function quote(
  ctx: Context,
  payer: Owner,
  input: GiftInput,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  const { owner_id, trusted_contact_id: contact_id, plan_id } = input;
  return database.transaction(async () => {
    await lockUsers(database, [owner_id, payer.user_id]);
    await requireContact(ctx, payer, input);
    const plan = await lockPlan(database, owner_id);
    const product = await requireOffer(ctx, payer, plan, input);
    const pending = await findPendingGift(database, {
      ...{ contact_id, payer_id: payer.user_id, basis: plan.version, plan_id },
      provider: paymentProvider(ctx)?.name ?? fail('payments_unavailable'),
    });
    if (pending) return { id: pending, isNew: false };
    const payment = await openGiftPayment(ctx, payer, input, product, plan.version);
    await insertGift(database, { payment_id: payment.id, owner_id, contact_id });
    return payment;
  });
}

/** Prices are those of the payer. */
async function requireOffer(
  ctx: Context,
  payer: Owner,
  plan: OwnerPlan,
  { owner_id, plan_id, amount }: GiftInput,
): Promise<PricedProduct> {
  const { database, clock } = ctx;
  const { used_bytes } = await readStorage(database, owner_id);
  if (!canContactsPay(plan, used_bytes)) fail('plan_settled');
  const offered = giftProducts(plan, used_bytes).find((one) => one.plan_id === plan_id);
  if (!offered) return fail('plan_not_offered');
  const prices = await pricesFor(ctx, payer.user_id, moscowDay(clock.now()));
  const product = withPrice(prices, offered);
  if (amount * 100 !== product.price_kopecks) {
    fail('payment_mismatch', { facts: { field: 'amount' } });
  }
  return product;
}

async function openGiftPayment(
  ctx: Context,
  { user_id }: Owner,
  { client_return_token, return_url }: GiftInput,
  product: PricedProduct,
  basis: number,
): Promise<{ id: string; isNew: boolean }> {
  const { database } = ctx;
  const person = await findPerson(database, user_id);
  if (!person) return fail('session_missing');
  if (await findOwnPayment(database, user_id, { client_return_token })) {
    fail('invalid_input', { fields: { client_return_token: 'invalid' } });
  }
  return openPayment(ctx, {
    user_id,
    plan_id: product.plan_id,
    kind: 'gift',
    amount_kopecks: product.price_kopecks,
    basis,
    client_return_token,
    description: productName(mailWords(person.language), product.plan.id, product.period),
    receipt_email: person.email,
    return_url,
    method_id: null,
  });
}

/** Lapsed plans of owners who trust this person, once the contacts were notified. */
export async function listLapsingPlans(ctx: Context, personId: string): Promise<LapsingPlan[]> {
  const legacies = await listLapsingLegacies(ctx.database, personId);
  if (legacies.length === 0) return [];
  const prices = await pricesFor(ctx, personId, moscowDay(ctx.clock.now()));
  const plans = await Promise.all(legacies.map((one) => lapsingPlanOf(ctx, one, personId, prices)));
  return plans.filter((plan) => plan !== undefined);
}

async function lapsingPlanOf(
  { database, clock }: Context,
  { owner_id, contact_id }: LapsingLegacy,
  personId: string,
  prices: PriceList,
): Promise<LapsingPlan | undefined> {
  const plan = await readPlan(database, owner_id);
  const { used_bytes } = await readStorage(database, owner_id);
  if (!canContactsPay(plan, used_bytes) || !plan.grace_until) return undefined;
  const now = clock.now();
  const today = moscowDay(now);
  const open = { owner_id, basis: plan.version, since: paymentCutoff(now) };
  const paying = await listOpenGifts(database, open);
  return {
    user_id: owner_id,
    trusted_contact_id: contact_id,
    files_removed_on: plan.grace_until,
    offers: giftProducts(plan, used_bytes).map((product) => ({
      plan_id: product.plan_id,
      amount: priceOf(prices, product),
      valid_until: planAfterPurchase(withPrice(prices, product), today, false).valid_until ?? today,
    })),
    is_paid_by_other: paying.some(({ payer_id }) => payer_id !== personId),
  };
}

/** Effects of a gift payment, in the transaction that ends the payment. */
export function createGiftEffects(ctx: Context): PaymentEffects {
  const { database } = ctx;
  return {
    accountsToLock: async ({ id }) => {
      const gift = await findGift(database, id);
      return gift ? [gift.owner_id] : [];
    },
    isNeeded: async (payment) => (await effectStatusOf(ctx, payment)).is_needed,
    succeeded: (payment) => applyGift(ctx, payment),
    canceled: async () => {},
    refunded: (payment, amount_kopecks, reason) =>
      enqueueMail(ctx, paymentRefunded, {
        user_id: payment.user_id,
        amount_kopecks,
        gift: { payment_id: payment.id, reason },
      }),
    ownerNames: (paymentIds) => findGiftOwnerNames(database, paymentIds),
    effectStatus: (payment) => effectStatusOf(ctx, payment),
  };
}

/** Starts a new period of the owner's plan. The card is not saved, and the plan is not renewed. */
async function applyGift(ctx: Context, payment: Payment): Promise<RefundReason | null> {
  const { database, clock } = ctx;
  const product = productOf(payment.plan_id);
  const gift = await findGift(database, payment.id);
  if (!product || !gift) return 'superseded';
  const plan = await lockPlan(database, gift.owner_id);
  const reason = await refundReasonOf(ctx, payment, gift, plan);
  if (reason) return reason;
  const now = clock.now();
  const bought = { ...product, price_kopecks: payment.amount_kopecks };
  const next = planAfterPurchase(bought, moscowDay(now), false);
  await changePlan(database, gift.owner_id, next);
  await recordPeriod(database, gift.owner_id, payment.id, next);
  await recordSecurityEvent(database, gift.owner_id, 'plan_changed', systemActor, now);
  await enqueueGiftMails(ctx, payment, gift, product, next.valid_until ?? '');
  const { owner_id, contact_id } = gift;
  await settleLapse(ctx, { owner_id, basis: payment.basis, payment_id: payment.id, contact_id });
  return null;
}

async function refundReasonOf(
  { database, clock }: Context,
  payment: Payment,
  { owner_id, contact_id }: Gift,
  plan: OwnerPlan,
): Promise<RefundReason | null> {
  const relation = { contact_id, owner_id, person_id: payment.user_id };
  return giftRefundReason(plan, {
    basis: payment.basis,
    isContact: await isContactOf(database, relation),
    isStale: isQuoteStale(payment, clock.now()),
  });
}

async function enqueueGiftMails(
  ctx: Context,
  payment: Payment,
  { owner_id, contact_id }: Gift,
  { plan }: ProductDetails,
  valid_until: string,
): Promise<void> {
  const paid = { plan: plan.id, valid_until };
  const given = { event: 'given', user_id: owner_id, contact_id, ...paid } as const;
  await enqueueMail(ctx, planPaid, given);
  const { user_id: payer_id, amount_kopecks } = payment;
  if (!payer_id) return;
  const gift = { event: 'gift', user_id: payer_id, owner_id, amount_kopecks, ...paid } as const;
  await enqueueMail(ctx, planPaid, gift);
}

/**
 * State of a gift payment, which is valid for one version of the plan while no payment settled it.
 */
async function effectStatusOf(
  ctx: Context,
  payment: Payment & { user_id: string },
): Promise<EffectStatus> {
  const gift = await findGift(ctx.database, payment.id);
  const plan = gift && (await readPlan(ctx.database, gift.owner_id));
  const product = productOf(payment.plan_id);
  const reason = gift && plan ? await refundReasonOf(ctx, payment, gift, plan) : 'superseded';
  return {
    is_needed: reason === null,
    is_in_force:
      product !== undefined && plan?.plan === product.plan.id && plan.period === product.period,
    takes_effect_at: null,
    reason,
  };
}
