import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { flagForAttention } from './attention-repository.ts';
import { paymentProvider } from './configured-provider.ts';
import { applyProviderPayment, endPayment } from './end-payment.ts';
import { recordPaymentEvent } from './payment-history-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import {
  type PaymentOrder,
  type PaymentProvider,
  ProviderOutcomeUnknown,
  type ProviderPayment,
  ProviderRefused,
  paymentKeyOf,
} from './payment-provider.ts';
import {
  claimCheck,
  findPayment,
  listDuePayments,
  type Payment,
  type PaymentRequest,
  type PaymentWithRequest,
  postponeCheck,
  updateReceipt,
} from './payment-repository.ts';
import {
  checkDelayMs,
  keyLifetimeMs,
  lostPaymentTimeoutMs,
  nextReceiptCheck,
} from './payment-rules.ts';
import { settleRefund } from './refund-payment.ts';
import { listDueRefunds } from './refund-repository.ts';

const batchSize = 50;

const day = 24 * 60 * 60 * 1000;

/** Longer than the delay of any check. */
const farFutureMs = 365 * day;

export const settlePaymentJob = jobName<{ payment_id: string }>('settle-payment');

/**
 * Creates a payment at the provider or reads its state, and applies the result once. May run
 * repeatedly, concurrently and after a crash. Throws `ProviderOutcomeUnknown` without a response;
 * the payment stays pending.
 */
export async function settlePayment(
  ctx: Context,
  id: string,
  { onlyIfDue = false } = {},
): Promise<void> {
  const { database, clock } = ctx;
  const found = await findPayment(database, id);
  const provider = paymentProvider(ctx);
  if (!found || !provider || found.payment.provider !== provider.name) return;
  if (found.payment.status !== 'pending') return checkReceipt(ctx, found.payment);
  const now = clock.now();
  const ageMs = now.getTime() - found.payment.created_at.getTime();
  const next = new Date(now.getTime() + checkDelayMs(ageMs));
  const checks = await claimCheck(database, id, next, onlyIfDue ? now : null);
  if (checks === undefined) return;
  try {
    const isNeeded = await isStillNeeded(ctx, found);
    ctx.checkpoint('payment.before_asking');
    const reported = await createOrReadPayment(provider, found, { checks, ageMs, isNeeded });
    ctx.checkpoint('payment.answered');
    if (reported) await applyProviderPayment(ctx, id, reported);
    else await endMissingPayment(ctx, found, ageMs);
  } catch (error) {
    const unknown = toOutcomeUnknown(error);
    if (unknown) await recordOutcomeUnknown(ctx, id, checks, unknown);
    throw unknown ?? error;
  }
}

/** A payment is not created once its product can no longer be bought. */
async function isStillNeeded(
  ctx: Context,
  { payment, request }: PaymentWithRequest,
): Promise<boolean> {
  if (!payment.user_id || payment.provider_payment_id) return false;
  return paymentEffectsOf[payment.kind](ctx).isNeeded(
    { ...payment, user_id: payment.user_id },
    request?.method_id ?? null,
  );
}

/** Ends a payment that was never created, and flags one that the provider no longer has. */
async function endMissingPayment(
  ctx: Context,
  { payment }: PaymentWithRequest,
  ageMs: number,
): Promise<void> {
  if (payment.provider_payment_id === null) {
    return endPayment(ctx, payment, { status: 'canceled', reason: 'never_created' });
  }
  ctx.log.error(
    { code: 'payment_lost', payment_id: payment.id },
    'the provider no longer has a payment',
  );
  await flagForAttention(
    ctx.database,
    { kind: 'payment_lost', payment_id: payment.id },
    ctx.clock.now(),
  );
  if (ageMs > lostPaymentTimeoutMs) {
    await endPayment(ctx, payment, { status: 'canceled', reason: 'vanished' });
  }
}

/**
 * Converts a refused query too, because it leaves the state of the payment unknown. Undefined for
 * any other error.
 */
function toOutcomeUnknown(error: unknown): ProviderOutcomeUnknown | undefined {
  if (error instanceof ProviderRefused) {
    return new ProviderOutcomeUnknown('The provider refused to answer.', { cause: error });
  }
  return error instanceof ProviderOutcomeUnknown ? error : undefined;
}

async function recordOutcomeUnknown(
  { database, clock, log }: Context,
  id: string,
  checks: number,
  error: ProviderOutcomeUnknown,
): Promise<void> {
  log.warn(
    { code: 'payment_unclear', payment_id: id, err: error },
    'the provider gave no clear response',
  );
  const now = clock.now();
  if (error.retryAfterMs) {
    await postponeCheck(database, id, new Date(now.getTime() + error.retryAfterMs));
  }
  // Only the first failure is recorded in the history.
  if (checks === 1) await recordPaymentEvent(database, id, 'unsure', now, error.message);
}

interface CheckState {
  /** Number of checks, including the current one. */
  checks: number;
  ageMs: number;
  /** The product can still be bought. */
  isNeeded: boolean;
}

/** Undefined if the provider has no such payment. */
async function createOrReadPayment(
  provider: PaymentProvider,
  { payment, request }: PaymentWithRequest,
  { checks, ageMs, isNeeded }: CheckState,
): Promise<ProviderPayment | undefined> {
  const key = paymentKeyOf(payment);
  if (payment.provider_payment_id) {
    return (await provider.read(payment.provider_payment_id)) ?? (await provider.find(key));
  }
  // An expired key would create a second payment, and an unneeded payment must not be created.
  if (!request || !isNeeded || ageMs > keyLifetimeMs) return provider.find(key);
  try {
    return await provider.create(orderOf(payment, request));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // An earlier attempt without response may have succeeded.
    return checks > 1 ? provider.find(key) : undefined;
  }
}

function orderOf(payment: Payment, request: PaymentRequest): PaymentOrder {
  const { description, receipt_email, return_url, method_id } = request;
  return {
    ...paymentKeyOf(payment),
    idempotence_key: payment.idempotence_key,
    plan_id: payment.plan_id,
    description,
    receipt_email,
    return_url,
    method_id,
    saves_method: payment.kind === 'purchase',
  };
}

/** Updates the tax receipt, which is registered after the payment. */
async function checkReceipt(ctx: Context, payment: Payment): Promise<void> {
  const { database, clock } = ctx;
  if (payment.receipt !== 'pending' || !payment.provider_payment_id) return;
  const due = nextReceiptCheck(payment, clock.now());
  // Schedules the next check before the call, so that a failed call is not repeated immediately.
  await updateReceipt(database, payment.id, 'pending', due);
  const reported = await paymentProvider(ctx)?.read(payment.provider_payment_id);
  if (!reported || reported.payment_id !== payment.id || reported.receipt === 'pending') return;
  await updateReceipt(database, payment.id, reported.receipt, null);
}

/**
 * Checks all due payments and refunds, in case a notification was lost. With `onlyIfDue` false it
 * also checks those claimed by another process.
 */
export async function reconcilePayments(
  ctx: Context,
  { onlyIfDue = true, signal }: { onlyIfDue?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider) return;
  const now = clock.now();
  const dueBefore = onlyIfDue ? now : new Date(now.getTime() + farFutureMs);
  const settleDue = (list: typeof listDuePayments, handle: (id: string) => Promise<unknown>) =>
    forEachDue<string>({
      // One page per run limits the calls to the provider; the next run follows in half a minute.
      list: async (after) => (after ? [] : list(database, provider.name, dueBefore, batchSize)),
      limit: batchSize,
      handle,
      failed: (_, err) =>
        ctx.log.warn(
          { code: 'payment_not_settled', err },
          'a payment or refund could not be settled',
        ),
      signal,
    });
  await settleDue(listDuePayments, (id) => settlePayment(ctx, id, { onlyIfDue }));
  await settleDue(listDueRefunds, (id) => settleRefund(ctx, id));
}
