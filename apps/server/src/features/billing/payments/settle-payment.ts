import type { Context } from '../../../context.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { askProvider } from './ask-provider.ts';
import { endPayment, takeAnswer } from './end-payment.ts';
import { followReceipt } from './follow-receipt.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { paymentEffectsOf } from './payment-ports.ts';
import { ProviderRefused, ProviderUnsure } from './payment-provider.ts';
import { paymentProvider } from './payment-providers.ts';
import {
  beginCheck,
  findPayment,
  type PaymentWithRequest,
  postponeCheck,
} from './payment-repository.ts';
import { pauseBeforeCheck, vanishedAfterMs } from './payment-rules.ts';
import { openTrouble } from './troubles/trouble-repository.ts';

export const settlePaymentJob = jobName<{ payment_id: string }>('settle-payment');

/**
 * Asks the provider how a payment stands, creating it there if that has not been done, and acts on
 * the answer once. May run any number of times, at once and after any interruption. Throws
 * `ProviderUnsure` when there was no answer; the payment then stays pending.
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
  const next = new Date(now.getTime() + pauseBeforeCheck(ageMs));
  const checks = await beginCheck(database, id, next, onlyIfDue ? now : null);
  if (checks === undefined) return;
  try {
    const isWanted = await isStillWanted(ctx, found);
    ctx.checkpoint('payment.before_asking');
    const said = await askProvider(provider, found, { checks, ageMs, isWanted });
    ctx.checkpoint('payment.answered');
    if (said) await takeAnswer(ctx, id, said);
    else await endMissing(ctx, found, ageMs);
  } catch (error) {
    const unsure = asUnsure(error);
    if (unsure) await noteUnsure(ctx, id, checks, unsure);
    throw unsure ?? error;
  }
}

/** Nobody is charged for what has lost its sense while we waited for an answer. */
async function isStillWanted(
  ctx: Context,
  { payment, request }: PaymentWithRequest,
): Promise<boolean> {
  if (!payment.user_id || payment.provider_payment_id) return false;
  return paymentEffectsOf[payment.kind](ctx).isWanted(
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
  await openTrouble(
    ctx.database,
    { kind: 'payment_lost', payment_id: payment.id },
    ctx.clock.now(),
  );
  if (ageMs > vanishedAfterMs) {
    await endPayment(ctx, payment, { status: 'canceled', reason: 'vanished' });
  }
}

/** A provider that will not tell how a payment stands has not said that it failed. */
function asUnsure(error: unknown): ProviderUnsure | undefined {
  if (error instanceof ProviderRefused) {
    return new ProviderUnsure('The provider refused to answer.', { cause: error });
  }
  return error instanceof ProviderUnsure ? error : undefined;
}

async function noteUnsure(
  { database, clock, log }: Context,
  id: string,
  checks: number,
  error: ProviderUnsure,
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
