import { jobName } from '../../../platform/jobs/job.ts';
import { askProvider } from './ask-provider.ts';
import { endPayment, takeAnswer } from './end-payment.ts';
import { followReceipt } from './follow-receipt.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { ProviderRefused, ProviderUnsure } from './payment-provider.ts';
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
  deps: PaymentDeps,
  id: string,
  { onlyIfDue = false } = {},
): Promise<void> {
  const { database, clock, provider } = deps;
  const found = await findPayment(database, id);
  if (!found || found.payment.provider !== provider?.name) return;
  if (found.payment.status !== 'pending') return followReceipt(deps, found.payment);
  const now = clock.now();
  const ageMs = now.getTime() - found.payment.created_at.getTime();
  const next = new Date(now.getTime() + pauseBeforeCheck(ageMs));
  const checks = await beginCheck(database, id, next, onlyIfDue ? now : null);
  if (checks === undefined) return;
  try {
    const isWanted = await isStillWanted(deps, found);
    deps.checkpoint('payment.before_asking');
    const said = await askProvider(provider, found, { checks, ageMs, isWanted });
    deps.checkpoint('payment.answered');
    if (said) await takeAnswer(deps, id, said);
    else await endMissing(deps, found, ageMs);
  } catch (error) {
    const unsure = asUnsure(error);
    if (unsure) await noteUnsure(deps, id, checks, unsure);
    throw unsure ?? error;
  }
}

/** Nobody is charged for what has lost its sense while we waited for an answer. */
async function isStillWanted(
  { effects }: PaymentDeps,
  { payment, request }: PaymentWithRequest,
): Promise<boolean> {
  if (!payment.user_id || payment.provider_payment_id) return false;
  return effects[payment.kind].isWanted(
    { ...payment, user_id: payment.user_id },
    request?.method_id ?? null,
  );
}

/** The provider says that it has no such payment. */
async function endMissing(
  deps: PaymentDeps,
  { payment }: PaymentWithRequest,
  ageMs: number,
): Promise<void> {
  if (payment.provider_payment_id === null) {
    return endPayment(deps, payment, { status: 'canceled', reason: 'never_created' });
  }
  deps.log.error(
    { code: 'payment_lost', payment_id: payment.id },
    'the provider no longer knows a payment',
  );
  await openTrouble(
    deps.database,
    { kind: 'payment_lost', payment_id: payment.id },
    deps.clock.now(),
  );
  if (ageMs > vanishedAfterMs) {
    await endPayment(deps, payment, { status: 'canceled', reason: 'vanished' });
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
  { database, clock, log }: PaymentDeps,
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
