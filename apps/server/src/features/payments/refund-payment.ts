import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { jobName } from '../../platform/jobs/job.ts';
import { newId } from '../../platform/new-id.ts';
import { findPerson, lockUser } from '../account/public.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { recordPaymentEvent } from './payment-event-repository.ts';
import { type ProviderRefund, ProviderRefused } from './payment-provider.ts';
import type { Payment } from './payment-repository.ts';
import { keyLifetimeMs, pauseBeforeCheck } from './payment-rules.ts';
import {
  beginRefundCheck,
  endRefund,
  findRefund,
  insertRefund,
  type Refund,
  recordRefundAnswer,
  refundedKopecks,
} from './refund-repository.ts';

export const settleRefundJob = jobName<{ refund_id: string }>('settle-refund');

type RefundDeps = Pick<PaymentDeps, 'database' | 'clock'> & {
  jobs: Pick<PaymentDeps['jobs'], 'enqueue'>;
};

/**
 * Orders money back, at most what is left of the payment; in the transaction that decides it. The
 * payment must be locked.
 */
export async function orderRefund(
  { database, clock, jobs }: RefundDeps,
  payment: Payment,
  reason: RefundReason,
  wantedKopecks = payment.amount_kopecks,
): Promise<number> {
  const left = payment.amount_kopecks - (await refundedKopecks(database, payment.id));
  const amount_kopecks = Math.min(left, wantedKopecks);
  if (amount_kopecks <= 0) return 0;
  const person = payment.user_id ? await findPerson(database, payment.user_id) : undefined;
  const id = newId();
  const now = clock.now();
  await insertRefund(database, {
    id,
    payment_id: payment.id,
    amount_kopecks,
    reason,
    idempotence_key: id,
    receipt_email: person?.email ?? null,
    next_check_at: now,
    created_at: now,
  });
  await recordPaymentEvent(database, payment.id, 'refund_ordered', now, reason);
  await jobs.enqueue(settleRefundJob, { refund_id: id });
  return amount_kopecks;
}

/** Asks for a refund, or how it stands. May run any number of times: the key makes it one refund. */
export async function settleRefund(deps: PaymentDeps, id: string): Promise<void> {
  const { database, clock, provider, log } = deps;
  const found = await findRefund(database, id);
  if (!found || found.payment.provider !== provider?.name) return;
  const { refund, payment } = found;
  const now = clock.now();
  const pause = pauseBeforeCheck(now.getTime() - refund.created_at.getTime());
  const checks = await beginRefundCheck(database, id, new Date(now.getTime() + pause));
  if (checks === undefined) return;
  try {
    const said = refund.provider_refund_id
      ? await provider.readRefund(refund.provider_refund_id)
      : await askForRefund(deps, payment, refund, checks);
    if (!said) return;
    if (!refund.provider_refund_id) await recordRefundAnswer(database, id, said.id);
    if (said.status === 'canceled') {
      log.error(
        { code: 'refund_without_money', refund_id: id, payment_id: payment.id },
        'the provider gave no money back',
      );
    }
    if (said.status !== 'pending') await end(deps, payment, refund, said.status);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    log.error(
      { code: 'refund_refused', refund_id: id, payment_id: payment.id, err: error },
      'the provider refused a refund',
    );
    // After a try without an answer a refusal proves nothing: the first one may have been taken.
    if (checks === 1) await end(deps, payment, refund, 'canceled');
  }
}

async function askForRefund(
  { clock, provider, log }: PaymentDeps,
  payment: Payment,
  refund: Refund,
  checks: number,
): Promise<ProviderRefund | undefined> {
  if (!provider || !payment.provider_payment_id) return undefined;
  const ageMs = clock.now().getTime() - refund.created_at.getTime();
  if (checks > 1 && ageMs > keyLifetimeMs) {
    // A forgotten key could give money back twice: from here on a person has to look.
    log.error(
      { code: 'refund_needs_operator', refund_id: refund.id, payment_id: payment.id },
      'a refund needs an operator',
    );
    return undefined;
  }
  return provider.refund({
    idempotence_key: refund.idempotence_key,
    provider_payment_id: payment.provider_payment_id,
    amount_kopecks: refund.amount_kopecks,
    currency: payment.currency,
    description: payment.plan_id,
    receipt_email: refund.receipt_email,
  });
}

function end(
  { database, clock, effects }: PaymentDeps,
  { user_id }: Payment,
  refund: Refund,
  status: 'succeeded' | 'canceled',
): Promise<void> {
  return database.transaction(async () => {
    if (user_id) await lockUser(database, user_id);
    const found = await findRefund(database, refund.id);
    if (!found || !(await endRefund(database, refund.id, status, clock.now()))) return;
    const { payment } = found;
    await recordPaymentEvent(database, payment.id, `refund_${status}`, clock.now(), refund.reason);
    if (status === 'succeeded' && payment.user_id) {
      await effects[payment.kind].refunded(
        { ...payment, user_id: payment.user_id },
        refund.amount_kopecks,
        refund.reason,
      );
    }
  });
}
