import type { Context } from '../../../context.ts';
import { lockUsers } from '../../identity/account/index.ts';
import { receiptDue } from './follow-receipt.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { savePaymentMethod } from './payment-method-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import type { ProviderPayment, SavedMethod } from './payment-provider.ts';
import {
  findPayment,
  lockPayment,
  markEnded,
  type Payment,
  recordAnswer,
} from './payment-repository.ts';
import { differences } from './payment-rules.ts';
import { orderRefund } from './refund-payment.ts';
import { closeAnsweredTroubles, openTrouble } from './troubles/trouble-repository.ts';

/** Believes an answer only if it is about this payment, and acts on it once. */
export async function takeAnswer(ctx: Context, id: string, said: ProviderPayment): Promise<void> {
  const { database, clock, log } = ctx;
  const found = await findPayment(database, id);
  if (found?.payment.status !== 'pending') return;
  const { payment } = found;
  const different = differences(payment, said);
  if (said.is_test && ctx.config.isProduction) different.push('test');
  if (different.length > 0) {
    log.error(
      { code: 'payment_mismatch', payment_id: id, different },
      'the provider speaks of another payment',
    );
    return database.transaction(async () => {
      const now = clock.now();
      await recordPaymentEvent(database, id, 'mismatch', now, different.join());
      await openTrouble(database, { kind: 'payment_mismatch', payment_id: id }, now);
    });
  }
  const answer = {
    provider_payment_id: said.id,
    confirmation_url: said.confirmation_url,
    is_test: said.is_test,
    receipt: said.receipt,
  };
  if (!(await recordAnswer(database, id, answer))) {
    log.error(
      { code: 'payment_id_taken', payment_id: id },
      'the provider gave the same payment twice',
    );
    return;
  }
  if (payment.provider_payment_id === null) {
    await recordPaymentEvent(database, id, 'known_to_provider', clock.now());
  }
  if (said.status === 'pending') return;
  const { status, method, cancellation_reason: reason } = said;
  await endPayment(ctx, payment, { status, reason, method });
}

interface Ending {
  status: 'succeeded' | 'canceled';
  reason: string | null;
  method?: SavedMethod | null;
}

/** The end of a payment and everything that follows from it: all at once or not at all. */
export async function endPayment(ctx: Context, known: Payment, ending: Ending): Promise<void> {
  const { database, clock, log } = ctx;
  const { id, user_id } = known;
  await database.transaction(async () => {
    const others = await paymentEffectsOf[known.kind](ctx).accountsToLock(known);
    await lockUsers(database, user_id ? [user_id, ...others] : others);
    const payment = await lockPayment(database, id);
    const now = clock.now();
    const receiptCheckAt = payment?.receipt === 'pending' ? receiptDue(payment, now) : null;
    if (!payment || !(await markEnded(database, id, ending.status, now, receiptCheckAt))) return;
    await recordPaymentEvent(database, id, ending.status, now, ending.reason);
    // One that was given up has not been answered: whether money was taken, a person finds out.
    if (ending.reason !== 'vanished') await closeAnsweredTroubles(database, id, now);
    const { plan_id, kind } = payment;
    const { status, reason } = ending;
    log.info(
      { code: 'payment_ended', payment_id: id, plan_id, kind, status, reason },
      'payment ended',
    );
    await followUp(ctx, payment, ending);
    ctx.checkpoint('payment.before_commit');
  });
  ctx.checkpoint('payment.ended');
}

async function followUp(ctx: Context, payment: Payment, ending: Ending): Promise<void> {
  const { database, clock } = ctx;
  const { id, user_id, kind, provider } = payment;
  const effects = paymentEffectsOf[kind](ctx);
  if (ending.status === 'canceled') return effects.canceled(payment, ending.reason);
  // A renewal brings the card that is known already, or that was removed meanwhile.
  const method = kind === 'purchase' ? ending.method : null;
  const reason = await effects.succeeded(payment, Boolean(method));
  if (reason) {
    await orderRefund(ctx, payment, user_id ? reason : 'ownerless');
    return;
  }
  if (method && user_id) await savePaymentMethod(database, user_id, provider, method, clock.now());
  await recordPaymentEvent(database, id, 'took_effect', clock.now());
}
