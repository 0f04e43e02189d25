import type { Logger } from 'pino';
import { jobName } from '../../platform/jobs/job.ts';
import { lockUser } from '../account/account-face.ts';
import { followReceipt, receiptDue } from './follow-receipt.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { savePaymentMethod } from './payment-method-repository.ts';
import type { PaymentParts } from './payment-parts.ts';
import {
  type PaymentKey,
  type PaymentOrder,
  type PaymentProvider,
  type ProviderPayment,
  ProviderRefused,
  ProviderUnsure,
} from './payment-provider.ts';
import {
  beginCheck,
  endPayment,
  findPayment,
  lockPayment,
  type Payment,
  type PaymentRequest,
  type PaymentWithRequest,
  recordAnswer,
} from './payment-repository.ts';
import { differences, keyLifetimeMs, pauseBeforeCheck } from './payment-rules.ts';
import { orderRefund } from './refund-payment.ts';

export const settlePaymentJob = jobName<{ payment_id: string }>('settle-payment');

/**
 * Asks the provider how a payment stands, creating it there if that has not been done, and acts on
 * the answer once. May run any number of times, at once and after any interruption. Throws
 * `ProviderUnsure` when there was no answer; the payment then stays pending.
 */
export async function settlePayment(parts: PaymentParts, id: string): Promise<void> {
  const { database, clock, provider, log } = parts;
  const found = await findPayment(database, id);
  if (!found || found.payment.provider !== provider?.name) return;
  if (found.payment.status !== 'pending') return followReceipt(parts, found.payment);
  const now = clock.now();
  const ageMs = now.getTime() - found.payment.created_at.getTime();
  const pause = pauseBeforeCheck(ageMs);
  const checks = await beginCheck(database, id, new Date(now.getTime() + pause));
  if (checks === undefined) return;
  try {
    const said = await ask(provider, found, checks, ageMs);
    if (said) await takeAnswer(parts, id, said);
    else if (found.payment.provider_payment_id) log.error({ payment_id: id }, 'payment vanished');
    else await end(parts, found.payment, { status: 'canceled', reason: 'never_created' });
  } catch (error) {
    const unsure = asUnsure(error);
    if (unsure) await noteUnsure(parts, id, checks, unsure);
    throw unsure ?? error;
  }
}

/** Whoever will not tell how a payment stands has not said that it failed. */
function asUnsure(error: unknown): ProviderUnsure | undefined {
  if (error instanceof ProviderRefused) {
    return new ProviderUnsure('The provider refused to answer.', { cause: error });
  }
  return error instanceof ProviderUnsure ? error : undefined;
}

/** Undefined when the provider has no such payment. */
async function ask(
  provider: PaymentProvider,
  { payment, request }: PaymentWithRequest,
  checks: number,
  ageMs: number,
): Promise<ProviderPayment | undefined> {
  const key = keyOf(payment);
  if (payment.provider_payment_id) {
    return (await provider.read(payment.provider_payment_id)) ?? (await provider.find(key));
  }
  // A key that was forgotten would make a second payment.
  if (!request || ageMs > keyLifetimeMs) return provider.find(key);
  try {
    return await provider.create(orderOf(payment, request));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // An earlier try may have got through without our hearing of it.
    return checks > 1 ? provider.find(key) : undefined;
  }
}

/** Believes an answer only if it is about this payment, and acts on it once. */
export async function takeAnswer(
  parts: PaymentParts,
  id: string,
  said: ProviderPayment,
): Promise<void> {
  const { database, clock, log } = parts;
  const found = await findPayment(database, id);
  if (found?.payment.status !== 'pending') return;
  const { payment } = found;
  const different = differences(payment, said);
  if (different.length > 0) {
    log.error({ payment_id: id, different }, 'the provider speaks of another payment');
    return recordPaymentEvent(database, id, 'mismatch', clock.now(), different.join());
  }
  const answer = {
    provider_payment_id: said.id,
    confirmation_url: said.confirmation_url,
    is_test: said.is_test,
    receipt: said.receipt,
  };
  if (!(await recordAnswer(database, id, answer))) {
    log.error({ payment_id: id }, 'the provider gave the same payment twice');
    return;
  }
  if (payment.provider_payment_id === null) {
    await recordPaymentEvent(database, id, 'known_to_provider', clock.now());
  }
  if (said.status === 'pending') return;
  await end(parts, payment, { ...said, status: said.status, reason: said.cancellation_reason });
}

interface Ending {
  status: 'succeeded' | 'canceled';
  reason: string | null;
  method?: ProviderPayment['method'];
}

/** The end of a payment and everything that follows from it: all at once or not at all. */
function end(parts: PaymentParts, { id, user_id }: Payment, ending: Ending): Promise<void> {
  const { database, clock, effects, log } = parts;
  return database.transaction(async () => {
    if (user_id) await lockUser(database, user_id);
    const payment = await lockPayment(database, id);
    const now = clock.now();
    const receiptCheckAt = payment?.receipt === 'pending' ? receiptDue(payment, now) : null;
    if (!payment || !(await endPayment(database, id, ending.status, now, receiptCheckAt))) return;
    await recordPaymentEvent(database, id, ending.status, clock.now(), ending.reason);
    noteEnd(log, payment, ending);
    if (!payment.user_id) {
      if (ending.status === 'succeeded') await orderRefund(parts, payment, 'ownerless');
      return;
    }
    const owned = { ...payment, user_id: payment.user_id };
    if (ending.status === 'canceled') return effects.canceled(owned, ending.reason);
    if (ending.method) {
      await savePaymentMethod(
        database,
        payment.user_id,
        payment.provider,
        ending.method,
        clock.now(),
      );
    }
    if (await effects.succeeded(owned)) {
      await recordPaymentEvent(database, id, 'took_effect', clock.now());
    } else {
      await orderRefund(parts, payment, 'superseded');
    }
  });
}

function noteEnd(log: Logger, { id, plan_id, kind }: Payment, { status, reason }: Ending): void {
  log.info({ payment_id: id, plan_id, kind, status, reason }, 'payment ended');
}

async function noteUnsure(
  { database, clock, log }: PaymentParts,
  id: string,
  checks: number,
  error: ProviderUnsure,
): Promise<void> {
  log.warn({ payment_id: id, err: error }, 'the provider gave no clear answer');
  // The first one is part of the history; the others would only fill it.
  if (checks === 1) await recordPaymentEvent(database, id, 'unsure', clock.now(), error.message);
}

function keyOf({ id, amount_kopecks, currency, created_at }: Payment): PaymentKey {
  return { payment_id: id, amount_kopecks, currency, created_at };
}

function orderOf(payment: Payment, request: PaymentRequest): PaymentOrder {
  const { description, receipt_email, return_url, method_id } = request;
  return {
    ...keyOf(payment),
    idempotence_key: payment.idempotence_key,
    plan_id: payment.plan_id,
    description,
    receipt_email,
    return_url,
    method_id,
  };
}
