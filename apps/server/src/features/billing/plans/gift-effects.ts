import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { type ProductFacts, productOf } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import type { Payment, PaymentEffects, PaymentStanding } from '../payments/index.ts';
import { giftReceived, giftRefunded, giftTaken } from './emails/gift-mails.ts';
import { findGift, findGiftOwnerNames, type Gift, isContactOf } from './gift-repository.ts';
import { reasonNotToGive } from './gift-rules.ts';
import { beginPeriod } from './period-repository.ts';
import { isStale } from './plan-effects.ts';
import { changePlan, lockPlan, type OwnerPlan, readPlan } from './plan-repository.ts';
import { afterPurchase } from './plan-rules.ts';
import { settleLapse } from './settle-lapse.ts';

type Parts = Pick<Context, 'database' | 'clock' | 'jobs'>;

/** What a contact's payment for an owner's plan does, in the transaction that ends the payment. */
export function createGiftEffects(ctx: Parts): PaymentEffects {
  const { database } = ctx;
  return {
    accountsToLock: async ({ id }) => {
      const gift = await findGift(database, id);
      return gift ? [gift.owner_id] : [];
    },
    isWanted: async (payment) => (await standingOf(ctx, payment)).is_awaited,
    succeeded: (payment) => give(ctx, payment),
    canceled: async () => {},
    refunded: (payment, amount_kopecks, reason) =>
      enqueueMail(ctx, giftRefunded, {
        payer_id: payment.user_id,
        payment_id: payment.id,
        amount_kopecks,
        reason,
      }),
    ownerNames: (paymentIds) => findGiftOwnerNames(database, paymentIds),
    standing: (payment) => standingOf(ctx, payment),
  };
}

/** Begins a new period of the owner's plan. No card is saved, and nothing renews by itself. */
async function give(ctx: Parts, payment: Payment): Promise<RefundReason | null> {
  const { database, clock } = ctx;
  const product = productOf(payment.plan_id);
  const gift = await findGift(database, payment.id);
  if (!product || !gift) return 'superseded';
  const plan = await lockPlan(database, gift.owner_id);
  const reason = await reasonOf(ctx, payment, gift, plan);
  if (reason) return reason;
  const now = clock.now();
  const bought = { ...product, price_kopecks: payment.amount_kopecks };
  const next = afterPurchase(bought, moscowDay(now), false);
  await changePlan(database, gift.owner_id, next);
  await beginPeriod(database, gift.owner_id, payment.id, next);
  await recordSecurityEvent(database, gift.owner_id, 'plan_changed', systemActor, now);
  await tell(ctx, payment, gift, product, next.valid_until ?? '');
  const { owner_id, contact_id } = gift;
  await settleLapse(ctx, { owner_id, basis: payment.basis, payment_id: payment.id, contact_id });
  return null;
}

async function reasonOf(
  { database, clock }: Parts,
  payment: Payment,
  { owner_id, contact_id }: Gift,
  plan: OwnerPlan,
): Promise<RefundReason | null> {
  const claim = { contact_id, owner_id, person_id: payment.user_id };
  return reasonNotToGive(plan, {
    basis: payment.basis,
    isContact: await isContactOf(database, claim),
    isStale: isStale(payment, clock.now()),
  });
}

async function tell(
  ctx: Parts,
  payment: Payment,
  { owner_id, contact_id }: Gift,
  { plan }: ProductFacts,
  valid_until: string,
): Promise<void> {
  const paid = { owner_id, plan: plan.id, valid_until };
  await enqueueMail(ctx, giftReceived, { ...paid, contact_id: contact_id ?? '' });
  const { user_id: payer_id, amount_kopecks } = payment;
  if (payer_id) await enqueueMail(ctx, giftTaken, { ...paid, payer_id, amount_kopecks });
}

/** It counts for one version of the plan, while that is unpaid. */
async function standingOf(
  ctx: Parts,
  payment: Payment & { user_id: string },
): Promise<PaymentStanding> {
  const gift = await findGift(ctx.database, payment.id);
  const plan = gift && (await readPlan(ctx.database, gift.owner_id));
  const product = productOf(payment.plan_id);
  const reason = gift && plan ? await reasonOf(ctx, payment, gift, plan) : 'superseded';
  return {
    is_awaited: reason === null,
    is_in_force:
      product !== undefined && plan?.plan === product.plan.id && plan.period === product.period,
    takes_effect_at: null,
    reason,
  };
}
