import {
  type ActivationEnd,
  type ActivationStatus,
  isActive,
} from '@zavet/contract/protocol/protocol-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import {
  lockPayment,
  orderRefund,
  type Payment,
  ProviderUnsure,
  withdrawPayment,
  withdrawPaymentJob,
} from '../../billing/payments/index.ts';
import { lockUsers, recordSecurityEvent, systemActor } from '../../identity/account/index.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { activationAttemptEnded } from '../emails/start-mails.ts';
import { waitingEndedForOthers } from '../emails/waiting-mails.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
  moveActivation,
} from './activation-repository.ts';
import { type ActivationEvent, nextActivationStatus, refundReasonOf } from './activation-rules.ts';
import { listOtherContacts } from './waiting-repository.ts';

type EndingEvent = Extract<
  ActivationEvent,
  | 'payment_canceled'
  | 'given_up'
  | 'left_open'
  | 'overtaken'
  | 'paid_too_late'
  | 'called_off'
  | 'doubt_upheld'
>;

/**
 * Ends an attempt that comes to nothing, in the transaction of its cause. The owner is notified once,
 * because an attempt ends only once; not of a competing activation, whose end would contradict the
 * mail about the one that won. A payment after the end is refunded without another mail to the owner.
 */
export async function endActivation(
  ctx: Context,
  activation: Activation,
  event: EndingEvent,
  reason: ActivationEnd,
): Promise<ActivationStatus | undefined> {
  const { database, clock, log } = ctx;
  const { id, status, deceased_user_id } = activation;
  const next = nextActivationStatus(status, event);
  if (!next) return undefined;
  const now = clock.now();
  if (status === 'payment_canceled') {
    await moveActivation(database, activation, next, now);
    return next;
  }
  await moveActivation(database, activation, next, now, { end_reason: reason });
  await recordSecurityEvent(
    database,
    deceased_user_id,
    'activation_attempt_ended',
    systemActor,
    now,
  );
  const isOvertaken = event === 'overtaken' || reason === 'another_was_faster';
  if (!isOvertaken) {
    await mailOwner(ctx, deceased_user_id, activationAttemptEnded, { activation_id: id });
  }
  log.info(
    { code: 'activation_ended', activation_id: id, status: next, reason },
    'an activation came to nothing',
  );
  return next;
}

/**
 * Ends an activation that waits without letters; the whole fee goes back. Accounts, payment and
 * activation must be locked, in this order.
 */
export async function cancelWaiting(
  ctx: Context,
  activation: Activation,
  payment: Payment | undefined,
  event: 'given_up' | 'called_off',
  reason: ActivationEnd,
): Promise<void> {
  const { database, jobs } = ctx;
  if (!(await endActivation(ctx, activation, event, reason))) return;
  if (payment) {
    const refundReason = refundReasonOf(reason) ?? 'given_up';
    await orderRefund(ctx, payment, payment.user_id ? refundReason : 'ownerless');
  }
  for (const { id: contact_id } of await listOtherContacts(database, activation)) {
    await enqueueMail({ jobs }, waitingEndedForOthers, {
      activation_id: activation.id,
      contact_id,
    });
  }
}

/** Who began it takes it back, until letters leave. Money that is there, or on its way, goes back. */
export async function cancelActivation(
  ctx: Context,
  { user_id }: Owner,
  id: string,
): Promise<void> {
  const { database, jobs } = ctx;
  const paymentId = await database.transaction(async () => {
    const found = await findActivation(database, id);
    if (found?.initiator_user_id !== user_id) return fail('not_found');
    await lockUsers(database, [found.deceased_user_id, user_id]);
    const payment = found.payment_id ? await lockPayment(database, found.payment_id) : undefined;
    const activation = await lockActivation(database, id);
    if (activation?.initiator_user_id !== user_id) return fail('not_found');
    if (isActive(activation.status)) fail('protocol_already_active');
    const { payment_id } = activation;
    if (activation.status === 'waiting') {
      await cancelWaiting(ctx, activation, payment, 'given_up', 'given_up');
      return null;
    }
    await endActivation(ctx, activation, 'given_up', 'given_up');
    if (payment_id) await jobs.enqueue(withdrawPaymentJob, { payment_id });
    return payment_id;
  });
  if (!paymentId) return;
  // At once where that is possible; otherwise the job does it.
  await withdrawPayment(ctx, paymentId).catch((error) => {
    if (!(error instanceof ProviderUnsure)) throw error;
  });
}
