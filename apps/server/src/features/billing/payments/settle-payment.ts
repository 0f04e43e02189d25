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

/** Longer than any payment waits for its next check. */
const farFutureMs = 365 * day;

export const settlePaymentJob = jobName<{ payment_id: string }>('settle-payment');

/**
 * Asks the provider how a payment stands, creating it there if that has not been done, and acts on
 * the answer once. May run any number of times, at once and after any interruption. Throws
 * `ProviderOutcomeUnknown` when there was no answer; the payment then stays pending.
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
  if (found.payment.status !== 'pending') return followReceipt(ctx, found.payment);
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
    else await endMissing(ctx, found, ageMs);
  } catch (error) {
    const unknown = toOutcomeUnknown(error);
    if (unknown) await recordOutcomeUnknown(ctx, id, checks, unknown);
    throw unknown ?? error;
  }
}

/** Nobody is charged for what has lost its sense while we waited for an answer. */
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

/** The provider says that it has no such payment. */
async function endMissing(
  ctx: Context,
  { payment }: PaymentWithRequest,
  ageMs: number,
): Promise<void> {
  if (payment.provider_payment_id === null) {
    return endPayment(ctx, payment, { status: 'canceled', reason: 'never_created' });
  }
  ctx.log.error(
    { code: 'payment_lost', payment_id: payment.id },
    'the provider no longer knows a payment',
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

/** A provider that will not tell how a payment stands has not said that it failed. */
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
    'the provider gave no clear answer',
  );
  const now = clock.now();
  if (error.retryAfterMs) {
    await postponeCheck(database, id, new Date(now.getTime() + error.retryAfterMs));
  }
  // The first one is part of the history; the others would only fill it.
  if (checks === 1) await recordPaymentEvent(database, id, 'unsure', now, error.message);
}

interface CheckState {
  /** How often the provider has been asked, this time included. */
  checks: number;
  ageMs: number;
  /** Whether what is paid for is still there to be paid for. */
  isNeeded: boolean;
}

/** How the provider knows a payment; creates it there if that may be done. Undefined: not at all. */
async function createOrReadPayment(
  provider: PaymentProvider,
  { payment, request }: PaymentWithRequest,
  { checks, ageMs, isNeeded }: CheckState,
): Promise<ProviderPayment | undefined> {
  const key = paymentKeyOf(payment);
  if (payment.provider_payment_id) {
    return (await provider.read(payment.provider_payment_id)) ?? (await provider.find(key));
  }
  // A key that was forgotten would make a second payment; what nobody wants must not be made at all.
  if (!request || !isNeeded || ageMs > keyLifetimeMs) return provider.find(key);
  try {
    return await provider.create(orderOf(payment, request));
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // An earlier try may have got through without our hearing of it.
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

/** The tax receipt of a paid payment is registered later; the history shows when it is. */
async function followReceipt(ctx: Context, payment: Payment): Promise<void> {
  const { database, clock } = ctx;
  if (payment.receipt !== 'pending' || !payment.provider_payment_id) return;
  const due = nextReceiptCheck(payment, clock.now());
  // Noted first: whatever happens, it is asked for again at its time and not in a circle.
  await updateReceipt(database, payment.id, 'pending', due);
  const reported = await paymentProvider(ctx)?.read(payment.provider_payment_id);
  if (!reported || reported.payment_id !== payment.id || reported.receipt === 'pending') return;
  await updateReceipt(database, payment.id, reported.receipt, null);
}

/**
 * Asks after everything that is still open, so that a lost notification only costs minutes.
 * `onlyIfDue` false: also after what somebody else is asking about at this moment.
 */
export async function reconcilePayments(
  ctx: Context,
  { onlyIfDue = true, signal }: { onlyIfDue?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { database, clock } = ctx;
  const provider = paymentProvider(ctx);
  if (!provider) return;
  const now = clock.now();
  const until = onlyIfDue ? now : new Date(now.getTime() + farFutureMs);
  const settle = (list: typeof listDuePayments, handle: (id: string) => Promise<unknown>) =>
    forEachDue<string>({
      // One page a run: the provider is not asked more often, and the next run is half a minute away.
      list: async (after) => (after ? [] : list(database, provider.name, until, batchSize)),
      limit: batchSize,
      handle,
      failed: (_, err) =>
        ctx.log.warn(
          { code: 'payment_not_settled', err },
          'a payment or refund could not be settled this time',
        ),
      signal,
    });
  await settle(listDuePayments, (id) => settlePayment(ctx, id, { onlyIfDue }));
  await settle(listDueRefunds, (id) => settleRefund(ctx, id));
}
