import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { autoResolveAttention, flagForAttention } from './attention-repository.ts';
import { paymentProvider } from './configured-provider.ts';
import { recordPaymentEvent } from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import { type ProviderPayment, paymentKeyOf, type SavedMethod } from './payment-provider.ts';
import {
  findPayment,
  lockPayment,
  type Payment,
  recordPaymentEnd,
  recordProviderPayment,
} from './payment-repository.ts';
import { mismatchedFields, nextReceiptCheck } from './payment-rules.ts';
import { enqueueRefund } from './refund-payment.ts';
import { savePaymentMethod } from './renewal-repository.ts';

export const withdrawPaymentJob = jobName<{ payment_id: string }>('withdraw-payment');

/** Applies a provider's response once, and only if it matches the payment. */
export async function applyProviderPayment(
  ctx: Context,
  id: string,
  reported: ProviderPayment,
): Promise<void> {
  const { database, clock, log } = ctx;
  const found = await findPayment(database, id);
  if (found?.payment.status !== 'pending') return;
  const { payment } = found;
  const different = mismatchedFields(payment, reported);
  if (reported.is_test && ctx.config.isProduction) different.push('test');
  if (different.length > 0) {
    log.error(
      { code: 'payment_mismatch', payment_id: id, different },
      'the response of the provider does not match the payment',
    );
    return database.transaction(async () => {
      const now = clock.now();
      await recordPaymentEvent(database, id, 'mismatch', now, different.join());
      await flagForAttention(database, { kind: 'payment_mismatch', payment_id: id }, now);
    });
  }
  const state = {
    provider_payment_id: reported.id,
    confirmation_url: reported.confirmation_url,
    is_test: reported.is_test,
    receipt: reported.receipt,
  };
  if (!(await recordProviderPayment(database, id, state))) {
    log.error(
      { code: 'payment_id_taken', payment_id: id },
      'the provider returned the same payment for two of ours',
    );
    return;
  }
  if (payment.provider_payment_id === null) {
    await recordPaymentEvent(database, id, 'known_to_provider', clock.now());
  }
  if (reported.status === 'pending') return;
  const { status, method, cancellation_reason: reason } = reported;
  await endPayment(ctx, payment, { status, reason, method });
}

interface PaymentEnd {
  status: 'succeeded' | 'canceled';
  reason: string | null;
  method?: SavedMethod | null;
}

/** Ends a payment with all its effects in one transaction. */
export async function endPayment(ctx: Context, unlocked: Payment, end: PaymentEnd): Promise<void> {
  const { database, clock, log } = ctx;
  const { id } = unlocked;
  await database.transaction(async () => {
    await lockAccountsOf(ctx, unlocked);
    const payment = await lockPayment(database, id);
    const now = clock.now();
    const receiptCheckAt = payment?.receipt === 'pending' ? nextReceiptCheck(payment, now) : null;
    if (!payment || !(await recordPaymentEnd(database, id, end.status, now, receiptCheckAt)))
      return;
    await recordPaymentEvent(database, id, end.status, now, end.reason);
    // A payment abandoned without a response still needs an operator: the card may have been
    // charged.
    if (end.reason !== 'vanished') await autoResolveAttention(database, id, now);
    const { plan_id, kind } = payment;
    const { status, reason } = end;
    log.info(
      { code: 'payment_ended', payment_id: id, plan_id, kind, status, reason },
      'payment ended',
    );
    await applyEffect(ctx, payment, end);
    ctx.checkpoint('payment.before_commit');
  });
  ctx.checkpoint('payment.ended');
}

/** Locks the payer and all accounts that the end of the payment changes, in a fixed order. */
export async function lockAccountsOf(ctx: Context, payment: Payment): Promise<void> {
  const { user_id, kind } = payment;
  const others = await paymentEffectsOf[kind](ctx).accountsToLock(payment);
  await lockUsers(ctx.database, user_id ? [user_id, ...others] : others);
}

async function applyEffect(ctx: Context, payment: Payment, end: PaymentEnd): Promise<void> {
  const { database, clock } = ctx;
  const { id, user_id, kind, provider } = payment;
  const effects = paymentEffectsOf[kind](ctx);
  if (end.status === 'canceled') return effects.canceled(payment, end.reason);
  // Only a purchase saves a card: that of a renewal is already saved, or was removed meanwhile.
  const method = kind === 'purchase' ? end.method : null;
  const reason = await effects.succeeded(payment, Boolean(method));
  if (reason) {
    await enqueueRefund(ctx, payment, user_id ? reason : 'ownerless');
    return;
  }
  if (method && user_id) await savePaymentMethod(database, user_id, provider, method, clock.now());
  await recordPaymentEvent(database, id, 'took_effect', clock.now());
}

/**
 * Cancels an unneeded payment at the provider if it supports that and has assigned an id. Otherwise
 * the payment stays pending until it expires, or is paid and refunded.
 */
export async function withdrawPayment(ctx: Context, id: string): Promise<void> {
  const { database } = ctx;
  const found = await findPayment(database, id);
  const provider = paymentProvider(ctx);
  if (found?.payment.status !== 'pending' || found.payment.provider !== provider?.name) return;
  const { provider_payment_id } = found.payment;
  if (!provider_payment_id || !provider.cancel) return;
  const canceled = await provider.cancel(provider_payment_id, paymentKeyOf(found.payment));
  await applyProviderPayment(ctx, id, canceled);
}
