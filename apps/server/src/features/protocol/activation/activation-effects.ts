import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import { recordSecurityEvent } from '../../account/account-face.ts';
import { markActivated } from '../../contacts/contacts-face.ts';
import {
  type Payment,
  type PaymentEffects,
  type PaymentStanding,
  withdrawPaymentJob,
} from '../../payments/payments-face.ts';
import { queueDeliveries } from '../delivery/queue-deliveries.ts';
import { nobody } from '../nobody.ts';
import { findOwnerNames } from '../people-repository.ts';
import { orderProtocolMail } from '../protocol-mail.ts';
import type { ProtocolParts } from '../protocol-parts.ts';
import {
  type Activation,
  findActivationOfPayment,
  findEffectiveActivation,
  findStandingOf,
  hasSomethingToDeliver,
  lockActivation,
  lockOtherPending,
  moveActivation,
} from './activation-repository.ts';
import {
  endOfCancellation,
  hasTakenPart,
  mayActivate,
  nextActivationStatus,
  refundReasonOf,
  whyTooLate,
} from './activation-rules.ts';
import { endAttempt } from './end-attempt.ts';

/** What the payment of an activation does. All of it runs in the transaction that ends the payment. */
export function createActivationEffects(parts: ProtocolParts): PaymentEffects {
  const { database } = parts;
  return {
    othersTouched: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return activation ? [activation.deceased_user_id] : [];
    },
    isWanted: async ({ id }) => {
      const activation = await findActivationOfPayment(database, id);
      return (
        activation?.status === 'payment_pending' &&
        mayActivate(await findStandingOf(database, activation))
      );
    },
    succeeded: (payment) => applyPayment(parts, payment),
    canceled: async (payment, reason) => {
      const activation = await lockOfPayment(parts, payment);
      if (!activation) return;
      await endAttempt(parts, activation, 'payment_canceled', endOfCancellation(reason));
    },
    refunded: ({ id, user_id }, amount_kopecks, reason) =>
      orderProtocolMail(parts.jobs, {
        kind: 'activation_refunded',
        payer_id: user_id,
        payment_id: id,
        amount_kopecks,
        reason,
      }),
    ownerNames: (paymentIds) => findOwnerNames(database, paymentIds),
    standing: (payment) => standingOf(parts, payment),
  };
}

async function standingOf({ database }: ProtocolParts, { id }: Payment): Promise<PaymentStanding> {
  const activation = await findActivationOfPayment(database, id);
  // The owner deleted the account, and everything with it.
  if (!activation) return { is_awaited: false, is_in_force: false, reason: 'account_gone' };
  const isPending = activation.status === 'payment_pending';
  const is_awaited = isPending && mayActivate(await findStandingOf(database, activation));
  const reason = isPending ? 'contact_removed' : refundReasonOf(activation.end_reason);
  return { is_awaited, is_in_force: isActive(activation.status), reason };
}

/** The first payment of an owner's contacts that succeeds takes effect; why any other does not. */
async function applyPayment(parts: ProtocolParts, payment: Payment): Promise<RefundReason | null> {
  const { database } = parts;
  const activation = await lockOfPayment(parts, payment);
  // The owner deleted the account, and everything with it.
  if (!activation) return 'account_gone';
  const ownerId = activation.deceased_user_id;
  const reason = whyTooLate(activation, {
    standing: await findStandingOf(database, activation),
    isActive: (await findEffectiveActivation(database, ownerId)) !== undefined,
    hasSomethingToDeliver: await hasSomethingToDeliver(database, ownerId),
  });
  if (reason) {
    await endAttempt(parts, activation, 'paid_too_late', reason);
    return refundReasonOf(reason) ?? 'given_up';
  }
  const next = nextActivationStatus(activation.status, 'paid');
  if (next !== 'activated') throw new Error('A payment that ended before has ended again.');
  await moveActivation(database, activation, next, parts.clock.now());
  await activate(parts, { ...activation, status: next });
  await callOthersBack(parts, activation);
  return null;
}

/** What the others are about to pay is called back where that is possible, and otherwise refunded. */
async function callOthersBack(parts: ProtocolParts, winner: Activation): Promise<void> {
  const { database, jobs } = parts;
  for (const other of await lockOtherPending(database, winner)) {
    // Who may not activate any more is told so, and not that somebody was faster.
    const standing = await findStandingOf(database, other);
    const reason = hasTakenPart(standing) ? 'another_was_faster' : 'contact_removed';
    await endAttempt(parts, other, 'overtaken', reason);
    if (other.payment_id) {
      await jobs.enqueue(withdrawPaymentJob, { payment_id: other.payment_id });
    }
  }
}

async function activate(parts: ProtocolParts, activation: Activation): Promise<void> {
  const { database, clock, jobs, log } = parts;
  const { id, deceased_user_id: ownerId } = activation;
  await markActivated(database, ownerId, clock.now());
  const queued = await queueDeliveries(parts, activation);
  await recordSecurityEvent(database, ownerId, 'protocol_activated', nobody, clock.now());
  await orderProtocolMail(jobs, { kind: 'protocol_activated', activation_id: id });
  await orderProtocolMail(jobs, { kind: 'activation_confirmed', activation_id: id });
  log.info({ activation_id: id, deliveries: queued }, 'protocol activated');
}

async function lockOfPayment(
  { database }: ProtocolParts,
  { id }: Payment,
): Promise<Activation | undefined> {
  const found = await findActivationOfPayment(database, id);
  return found && lockActivation(database, found.id);
}
