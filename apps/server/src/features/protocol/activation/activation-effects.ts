import type { RefundReason } from '@zavet/contract/payments/payment-outcomes';
import { isActive } from '@zavet/contract/protocol/protocol-values';
import { orderMail } from '../../../platform/mail/order-mail.ts';
import { recordSecurityEvent, systemActor } from '../../account/public.ts';
import { markActivated } from '../../contacts/public.ts';
import {
  type Payment,
  type PaymentEffects,
  type PaymentStanding,
  withdrawPaymentJob,
} from '../../payments/public.ts';
import { askLateContacts } from '../delivery/ask-late-contacts.ts';
import { queueDeliveries } from '../delivery/queue-deliveries.ts';
import {
  activationConfirmed,
  activationRefunded,
  protocolActivated,
} from '../emails/activation-mails.ts';
import { findOwnerNames } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
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
  reasonNotToTakeEffect,
  refundReasonOf,
} from './activation-rules.ts';
import { endAttempt } from './end-attempt.ts';

/** What the payment of an activation does. All of it runs in the transaction that ends the payment. */
export function createActivationEffects(deps: ProtocolDeps): PaymentEffects {
  const { database } = deps;
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
    succeeded: (payment) => applyPayment(deps, payment),
    canceled: async (payment, reason) => {
      const activation = await lockOfPayment(deps, payment);
      if (!activation) return;
      await endAttempt(deps, activation, 'payment_canceled', endOfCancellation(reason));
    },
    refunded: ({ id, user_id }, amount_kopecks, reason) =>
      orderMail(deps, activationRefunded, {
        payer_id: user_id,
        payment_id: id,
        amount_kopecks,
        reason,
      }),
    ownerNames: (paymentIds) => findOwnerNames(database, paymentIds),
    standing: (payment) => standingOf(deps, payment),
  };
}

async function standingOf({ database }: ProtocolDeps, { id }: Payment): Promise<PaymentStanding> {
  const activation = await findActivationOfPayment(database, id);
  // The owner deleted the account, and everything with it.
  if (!activation) return { is_awaited: false, is_in_force: false, reason: 'account_gone' };
  const isPending = activation.status === 'payment_pending';
  const is_awaited = isPending && mayActivate(await findStandingOf(database, activation));
  const reason = isPending ? 'contact_removed' : refundReasonOf(activation.end_reason);
  return { is_awaited, is_in_force: isActive(activation.status), reason };
}

/** The first payment of an owner's contacts that succeeds takes effect; why any other does not. */
async function applyPayment(deps: ProtocolDeps, payment: Payment): Promise<RefundReason | null> {
  const { database } = deps;
  const activation = await lockOfPayment(deps, payment);
  // The owner deleted the account, and everything with it.
  if (!activation) return 'account_gone';
  const ownerId = activation.deceased_user_id;
  const reason = reasonNotToTakeEffect(activation, {
    standing: await findStandingOf(database, activation),
    isActive: (await findEffectiveActivation(database, ownerId)) !== undefined,
    hasSomethingToDeliver: await hasSomethingToDeliver(database, ownerId),
  });
  if (reason) {
    await endAttempt(deps, activation, 'paid_too_late', reason);
    return refundReasonOf(reason) ?? 'given_up';
  }
  const next = nextActivationStatus(activation.status, 'paid');
  if (next !== 'activated') throw new Error('A payment that ended before has ended again.');
  await moveActivation(database, activation, next, deps.clock.now());
  await activate(deps, { ...activation, status: next });
  await callOthersBack(deps, activation);
  return null;
}

/** What the others are about to pay is called back where that is possible, and otherwise refunded. */
async function callOthersBack(deps: ProtocolDeps, winner: Activation): Promise<void> {
  const { database, jobs } = deps;
  for (const other of await lockOtherPending(database, winner)) {
    // Who may not activate any more is told so, and not that somebody was faster.
    const standing = await findStandingOf(database, other);
    const reason = hasTakenPart(standing) ? 'another_was_faster' : 'contact_removed';
    await endAttempt(deps, other, 'overtaken', reason);
    if (other.payment_id) {
      await jobs.enqueue(withdrawPaymentJob, { payment_id: other.payment_id });
    }
  }
}

async function activate(deps: ProtocolDeps, activation: Activation): Promise<void> {
  const { database, clock, jobs, log } = deps;
  const { id, deceased_user_id: ownerId } = activation;
  await markActivated(database, ownerId, clock.now());
  const queued = await queueDeliveries(deps, activation);
  await askLateContacts(deps, activation);
  await recordSecurityEvent(database, ownerId, 'protocol_activated', systemActor, clock.now());
  await orderMail({ jobs }, protocolActivated, { activation_id: id });
  await orderMail({ jobs }, activationConfirmed, { activation_id: id });
  log.info(
    { code: 'protocol_activated', activation_id: id, deliveries: queued },
    'protocol activated',
  );
}

async function lockOfPayment(
  { database }: ProtocolDeps,
  { id }: Payment,
): Promise<Activation | undefined> {
  const found = await findActivationOfPayment(database, id);
  return found && lockActivation(database, found.id);
}
